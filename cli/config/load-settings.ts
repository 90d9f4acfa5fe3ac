import { existsSync, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { findStats } from '../../db/mirror/files/find-stats.ts'
import type { SiteConfig } from '../../site/config/config.ts'
import { configKeys } from '../../site/config/config-shape.ts'
import { ConfigError, readSiteConfig } from '../../site/config/read-config.ts'
import { type Environment, readEnvironment } from './environment.ts'
import { isFields } from '../../site/notion/is-fields.ts'
import { importConfigFile } from './import-config.ts'
import { printingToStderr } from '../process/printing-to-stderr.ts'
import { untilIdle } from '../process/until-idle.ts'
import { messageOf } from '../../site/formats/error-message.ts'

/** The site's configuration and the environment. */
export interface Settings {
  config: SiteConfig
  environment: Environment
  /** Whether the configuration is that of the sample, because the current folder has none. */
  isSample: boolean
  /** Whether the current folder has a `site.config.ts`. */
  hasConfigFile: boolean
}

/** Reads the configuration and the environment. Throws one `ConfigError` with all problems of both. */
export async function loadSettings(variables: NodeJS.ProcessEnv): Promise<Settings> {
  const file = findConfigFile()
  const tasks = [loadConfig(file, variables['SITE_CONFIG']), loadEnvironment(variables)] as const
  const problems = (await Promise.allSettled(tasks)).flatMap((result) =>
    result.status === 'rejected' && result.reason instanceof ConfigError
      ? result.reason.problems
      : []
  )
  if (problems.length > 0) throw new ConfigError(problems)
  const [config, environment] = await Promise.all(tasks)
  const hasConfigFile = file === path.resolve(CONFIG_FILE)
  return { config, environment, isSample: file === undefined, hasConfigFile }
}

/** The file of the configuration, in the current folder and in that of fansite. */
const CONFIG_FILE = 'site.config.ts'
/** A clone of fansite has a `site.config.ts`; an installed package only has that of its build. */
const ownFile = fileURLToPath(new URL(`../../${CONFIG_FILE}`, import.meta.url))

/** The components of the sample in an installed package, which has no `components.tsx`. */
const builtComponents = fileURLToPath(new URL('../../dist/node/components.js', import.meta.url))

/** The `site.config.ts` that is read; undefined for that of the sample in an installed package. */
function findConfigFile(): string | undefined {
  return [path.resolve(CONFIG_FILE), ownFile].find(isPresent)
}

/** Whether there is a file or a link. A link without its target counts: the folder is that of a site. */
function isPresent(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined
}

/**
 * Reads `site.config.ts`, overridden key by key by the JSON of `SITE_CONFIG`. The file is not read if all
 * keys are overridden, as for the syncs of `fansite start`: it may be in the middle of a change.
 */
async function loadConfig(
  file: string | undefined,
  overrides: string | undefined
): Promise<SiteConfig> {
  const folder = path.dirname(file ?? ownFile)
  const found = overridesAll(overrides) ? {} : await printingToStderr(() => importConfig(file))
  const shipped = file === undefined ? { ...Object(found), components: builtComponents } : found
  return withFiles(readConfig(shipped, overrides), folder)
}

function readConfig(shipped: unknown, overrides: string | undefined): SiteConfig {
  try {
    if (!overrides || !isFields(shipped)) return readSiteConfig(shipped)
    return readSiteConfig({ ...shipped, ...parseOverrides(overrides) })
  } catch (error) {
    if (error instanceof ConfigError) throw error
    // A key may be a getter, which throws when it is read.
    throw new ConfigError([`Config error: site.config.ts cannot be read: ${messageOf(error)}`])
  }
}

const fileKinds = { components: 'module', customCss: 'style sheet' } as const

/**
 * Makes the paths of files absolute, which are relative to `folder`. Throws `ConfigError` if files do
 * not exist.
 */
export function withFiles(config: SiteConfig, folder: string): SiteConfig {
  const absolute = (file: string | null) => (file === null ? null : path.resolve(folder, file))
  const { components, customCss } = config
  const files = { components: absolute(components), customCss: absolute(customCss) }
  const problems = (['components', 'customCss'] as const).flatMap((key) => {
    const fault = files[key] === null ? undefined : faultOf(files[key])
    const remedy = `write the path of a ${fileKinds[key]}, relative to site.config.ts`
    return fault === undefined ? [] : [`Config error: ${key} "${config[key]}" ${fault}; ${remedy}`]
  })
  if (problems.length > 0) throw new ConfigError(problems)
  return { ...config, ...files }
}

/** Why a path cannot be used as that of a file; undefined if it can. */
function faultOf(file: string): string | undefined {
  try {
    return findStats(file)?.isFile() ? undefined : 'is not a file'
  } catch (error) {
    return `is not a file (${messageOf(error)})`
  }
}

/** Async, so that its problems are collected with those of the configuration. */
async function loadEnvironment(variables: NodeJS.ProcessEnv): Promise<Environment> {
  return readEnvironment(variables)
}

/** The default export of `site.config.ts`, not validated. */
async function importConfig(file: string | undefined): Promise<unknown> {
  try {
    if (file !== undefined) refuseOtherThanFile(file)
    const isBuilt = file === undefined || (isOwn(file) && !(await isChangedSinceBuild()))
    const module = await untilIdle<object>(
      isBuilt ? import('../../site.config.ts') : importConfigFile(file),
      'its top-level await never settles; remove it, or await something that ends'
    )
    return (module as { default?: unknown }).default
  } catch (error) {
    throw new ConfigError([`Config error: site.config.ts cannot be loaded: ${messageOf(error)}`])
  }
}

function refuseOtherThanFile(file: string): void {
  if (!existsSync(file)) {
    throw new Error(`it is a link to ${readlinkSync(file)}, which does not exist; correct the link`)
  }
  if (!statSync(file).isFile()) {
    throw new Error(`${file} is not a file; rename it, and run "fansite init" to write a file`)
  }
}

async function isChangedSinceBuild(): Promise<boolean> {
  const { isConfigChanged } = await import('../../server/process/load-module.js')
  return isConfigChanged()
}

/** Paths may differ by symbolic links. */
function isOwn(file: string): boolean {
  return existsSync(ownFile) && realpathSync(file) === realpathSync(ownFile)
}

function overridesAll(text: string | undefined): boolean {
  const value = text ? parseJson(text) : undefined
  return isFields(value) && configKeys.every((key) => key in value)
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
    throw new ConfigError(['Invalid config "SITE_CONFIG" failed to parse', messageOf(error)])
  }
}
