import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const build = path.join(root, 'dist/node')
/** SHA-256 of each source of the build. Written last, so a build without it is incomplete. */
const sourceList = path.join(build, 'sources.json')

/**
 * Loads a module of this package from its build if the build is current, otherwise from its source
 * through tsx. The build starts in half the time. `onStale` receives the path of a source that has
 * changed since the build. Plain JavaScript is never built and is loaded as it is.
 */
export async function loadModule(url, onStale = () => {}) {
  if (!url.pathname.endsWith('.ts')) return import(url.href)
  if (existsSync(sourceList)) {
    const changed = findChangedSource()
    if (!changed) return import(path.join(build, `${path.basename(url.pathname, '.ts')}.js`))
    onStale(changed)
  }
  const { register } = await import('tsx/esm/api')
  // Without a path, tsx reads the tsconfig.json of the working directory.
  register({ tsconfig: path.join(root, 'tsconfig.json') })
  return import(url.href)
}

/** Compares contents, since copying a build changes the times of its files. */
function findChangedSource() {
  const digests = JSON.parse(readFileSync(sourceList, 'utf8'))
  return Object.keys(digests).find((name) => digestOf(name) !== digests[name])
}

function digestOf(name) {
  const file = path.join(root, name)
  return existsSync(file) && createHash('sha256').update(readFileSync(file)).digest('hex')
}

let buildDigest

/**
 * Identifies the build that runs; undefined while modules run from their sources, because the build
 * is missing or outdated. It is read once: what runs does not change with the files.
 */
export function readBuildDigest() {
  buildDigest ??= { value: digestOfBuild() }
  return buildDigest.value
}

function digestOfBuild() {
  if (!existsSync(sourceList) || findChangedSource()) return undefined
  return createHash('sha256').update(readFileSync(sourceList)).digest('hex')
}
