import { hash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const build = path.join(root, 'dist/node')
/** SHA-256 of each source of the build. Written last, so a build without it is incomplete. */
const sourceList = path.join(build, 'sources.json')

/** An installed package has no sources, so its build is current. */
const isPackage = !existsSync(path.join(root, 'cli/fansite.ts'))
/** Compiled when it is read if it differs from the build, so a change of it makes no build stale. */
const CONFIG = 'site.config.ts'

/** The fragment of a module whose parent process has compared the build with its sources. */
const BUILT = '#built'

/** What has been compared: of the whole process, since the build has a copy of this module. */
const state = (globalThis[Symbol.for('fansite.build')] ??= {})

/**
 * Loads a module of this package from its build if the build is current, otherwise from its source
 * through tsx. The build starts in half the time. `onStale` receives the path of a source that has
 * changed since the build. Plain JavaScript is never built and is loaded as it is.
 */
export async function loadModule(url, onStale = () => {}) {
  if (!url.pathname.endsWith('.ts')) return import(url.href)
  if (url.hash === BUILT) state.isCurrent = true
  if (isBuildCurrent()) return import(path.join(build, `${path.basename(url.pathname, '.ts')}.js`))
  const { register } = await importTsx()
  if (state.changed !== undefined) onStale(state.changed)
  // Without a path, tsx reads the tsconfig.json of the working directory.
  register({ tsconfig: path.join(root, 'tsconfig.json') })
  return import(url.href)
}

/** The address by which a process or thread that this one starts loads a module as this one does. */
export function childModule(url) {
  return isBuildCurrent() ? url.href + BUILT : url.href
}

/**
 * Whether there is a build of the present sources. Compared once, by content, since copying a build
 * changes the times of its files: what runs does not change with the files.
 */
function isBuildCurrent() {
  state.isCurrent ??= existsSync(sourceList) && (isPackage || findChangedSource() === undefined)
  return state.isCurrent
}

function findChangedSource() {
  const digests = readDigests()
  state.changed = Object.keys(digests).find((name) => name !== CONFIG && isChanged(name, digests))
  return state.changed
}

/** Whether the build runs and has another `site.config.ts` than the folder of fansite. */
export function isConfigChanged() {
  return isBuildCurrent() && !isPackage && isChanged(CONFIG, readDigests())
}

function readDigests() {
  return JSON.parse(readFileSync(sourceList, 'utf8'))
}

function isChanged(name, digests) {
  const source = readIfPresent(path.join(root, name))
  // The build has the packages that only development installs.
  if (source === undefined) return !name.startsWith('node_modules/')
  return hash('sha256', source) !== digests[name]
}

function readIfPresent(file) {
  try {
    return readFileSync(file)
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  }
}

async function importTsx() {
  try {
    return await import('tsx/esm/api')
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    const reason = state.changed ? `it is stale (${state.changed} has changed)` : 'it is missing'
    const message = `fansite cannot run its build, because ${reason}, nor its sources, because the development dependencies are not installed; run "npm ci", which builds it`
    throw Object.assign(new Error(message, { cause: error }), { code: NO_BUILD })
  }
}

/** The code of the error of `loadModule` if nothing can run. */
export const NO_BUILD = 'ERR_NO_BUILD'

/** Whether modules run from the build, and if not, which source has changed since; undefined without a build. */
export function readBuildState() {
  const isCurrent = isBuildCurrent()
  return { isCurrent, changed: state.changed }
}

let buildDigest

/**
 * Identifies the build that runs; undefined while modules run from their sources, because the build
 * is missing or outdated. It is read once, like the comparison.
 */
export function readBuildDigest() {
  if (!isBuildCurrent()) return undefined
  buildDigest ??= hash('sha256', readFileSync(sourceList))
  return buildDigest
}

let codeVersion

/** Identifies the code of this process: by its build, or as its own, since sources change without a build. */
export function readCodeVersion() {
  codeVersion ??= readBuildDigest() ?? randomUUID()
  return codeVersion
}
