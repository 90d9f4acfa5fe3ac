import { statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import type { SiteConfig } from '../../site/config/config.ts'
import { ConfigError, readSiteConfig } from '../../site/config/read-config.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { isFields } from '../../site/notion/is-fields.ts'

/** The site's configuration and the environment. */
export interface Settings {
  config: SiteConfig
  environment: Environment
}

/** Reads both. Throws one `ConfigError` with the problems of both. */
export async function loadSettings(variables: NodeJS.ProcessEnv): Promise<Settings> {
  const tasks = [loadConfig(variables['SITE_CONFIG']), loadEnvironment(variables)] as const
  const problems = (await Promise.allSettled(tasks)).flatMap((result) =>
    result.status === 'rejected' && result.reason instanceof ConfigError
      ? result.reason.problems
      : []
  )
  if (problems.length > 0) throw new ConfigError(problems)
  const [config, environment] = await Promise.all(tasks)
  return { config, environment }
}

/** Reads `site.config.ts`, overridden key by key by the JSON of `SITE_CONFIG`. */
async function loadConfig(overrides: string | undefined): Promise<SiteConfig> {
  const shipped = await importConfig()
  if (!overrides || !isFields(shipped)) return withFiles(readSiteConfig(shipped))
  return withFiles(readSiteConfig({ ...shipped, ...parseOverrides(overrides) }))
}

/** The folder of `site.config.ts`. */
const siteFolder = fileURLToPath(new URL('../..', import.meta.url))

/** Makes the paths of files absolute. Throws `ConfigError` if a file does not exist. */
function withFiles(config: SiteConfig): SiteConfig {
  const components = fileOf('components', config.components, 'module')
  return { ...config, components, customCss: fileOf('customCss', config.customCss, 'style sheet') }
}

function fileOf(key: string, given: string | null, kind: string): string | null {
  if (given === null) return null
  const file = path.resolve(siteFolder, given)
  if (statSync(file, { throwIfNoEntry: false })?.isFile()) return file
  throw new ConfigError([
    `Config error: ${key} "${given}" is not a file; write the path of a ${kind}, relative to site.config.ts`
  ])
}

async function loadEnvironment(variables: NodeJS.ProcessEnv): Promise<Environment> {
  return readEnvironment(variables)
}

/** The default export of `site.config.ts`, not validated. */
async function importConfig(): Promise<unknown> {
  try {
    const module: { default?: unknown } = await import('../../site.config.ts')
    return module.default
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    throw new ConfigError([`Config error: site.config.ts cannot be loaded: ${cause}`])
  }
}

function parseOverrides(text: string): object {
  const value = parseJson(text)
  if (isFields(value)) return value
  throw new ConfigError(['Invalid config "SITE_CONFIG": write a JSON object of site config keys'])
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    throw new ConfigError(['Invalid config "SITE_CONFIG" failed to parse', cause])
  }
}
