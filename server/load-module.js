import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const build = path.join(root, 'dist/node')

/**
 * Loads a module of ours that begins a process or a thread; `name` is its path from the root. The
 * build that `npm run build` makes starts in half the time: it is taken while every source is as
 * it was then. Otherwise the sources are loaded, through tsx.
 */
export async function loadModule(name) {
  if (isBuilt()) return import(path.join(build, `${path.basename(name, '.ts')}.js`))
  const { register } = await import('tsx/esm/api')
  // Of the folder the command is run in, nothing is read.
  register({ tsconfig: path.join(root, 'tsconfig.json') })
  return import(path.join(root, name))
}

/** The list is written when the build is done. */
function isBuilt() {
  const list = path.join(build, 'sources.json')
  if (!existsSync(list)) return false
  return JSON.parse(readFileSync(list, 'utf8')).every(isAsItWas)
}

function isAsItWas({ name, size, mtimeMs }) {
  const now = statSync(path.join(root, name), { throwIfNoEntry: false })
  return now?.size === size && now.mtimeMs === mtimeMs
}
