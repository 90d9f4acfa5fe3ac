import path from 'node:path'

import { type MirrorPaths, mirrorPaths } from '../../db/mirror/mirror-paths.ts'
import type { SiteConfig } from '../../site/config/config.ts'
import { ConfigError } from '../../site/config/read-config.ts'
import { type AddressFlags, addressVariables } from '../config/address-options.ts'
import { type Environment, readEnvironment, withDataDir } from '../config/environment.ts'
import { loadSettings } from '../config/load-settings.ts'

/** The options of `fansite doctor`. */
export interface DoctorFlags extends AddressFlags {
  data?: string
  json?: boolean
  offline?: boolean
  /** File for the report. */
  report?: string
  /** Limit of one request, in milliseconds. */
  timeout?: number
}

/** The input of all checks. */
export interface Context {
  flags: DoctorFlags
  /** Undefined if it has problems. */
  config: SiteConfig | undefined
  /** Undefined if it has problems. */
  environment: Environment | undefined
  /** The problems of both, one message each. */
  problems: string[]
  paths: MirrorPaths
}

/** Reads the configuration and the environment; their problems are findings and not thrown. */
export async function loadContext(flags: DoctorFlags): Promise<Context> {
  const variables: NodeJS.ProcessEnv = { ...withDataDir(flags.data), ...addressVariables(flags) }
  const dataDir = path.resolve(variables['FANSITE_DATA'] || 'data')
  const context = { flags, problems: [], paths: pathsOf(dataDir) }
  try {
    return { ...context, ...(await loadSettings(variables)) }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const environment = environmentOf(variables)
    return { ...context, config: undefined, environment, problems: error.problems }
  }
}

/** A folder that cannot be looked at is a finding of the checks. */
function pathsOf(dataDir: string): MirrorPaths {
  try {
    return mirrorPaths(dataDir)
  } catch {
    const file = path.join(dataDir, 'mirror.db')
    return { file, folder: dataDir, assets: path.join(dataDir, 'assets') }
  }
}

function environmentOf(variables: NodeJS.ProcessEnv): Environment | undefined {
  try {
    return readEnvironment(variables)
  } catch (error) {
    if (error instanceof ConfigError) return undefined
    throw error
  }
}
