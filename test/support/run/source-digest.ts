import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Where tests keep what they can use again: not in the temporary folder, which may be new. */
export const testCache = path.join(root, 'node_modules/.cache/fansite')

/** SHA-256 of the paths and contents of these files and folders of the project. */
export function digestOf(names: string[]): string {
  const digest = createHash('sha256')
  for (const file of names.flatMap(filesOf)) {
    digest.update(path.relative(root, file)).update(readFileSync(file))
  }
  return digest.digest('hex')
}

/** Full paths of the files at a name in the project, sorted; none if it does not exist. */
function filesOf(name: string): string[] {
  const file = path.join(root, name)
  if (!existsSync(file)) return []
  if (!statSync(file).isDirectory()) return [file]
  const entries = readdirSync(file, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map((entry) => path.join(entry.parentPath, entry.name)).toSorted()
}
