import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const build = path.join(root, 'dist/node')
/** Written last, so a build without it is incomplete. */
const sourceList = path.join(build, 'sources.json')

/**
 * Loads a module that starts a process or a thread; `name` is its path from the root.
 *
 * The build of `npm run build` starts in half the time. It is used if the sources still have the
 * contents that it was made of; otherwise `onStale` receives the path of a source that differs,
 * and the sources are loaded through tsx.
 */
export async function loadModule(name, onStale = () => {}) {
  if (existsSync(sourceList)) {
    const changed = findChangedSource()
    if (!changed) return import(path.join(build, `${path.basename(name, '.ts')}.js`))
    onStale(changed)
  }
  const { register } = await import('tsx/esm/api')
  // Without a path, tsx reads the tsconfig.json of the working directory.
  register({ tsconfig: path.join(root, 'tsconfig.json') })
  return import(path.join(root, name))
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
