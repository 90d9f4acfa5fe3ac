import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

import { type MirrorIndex, chunkPath } from '../../../site/browse/mirror-chunks.ts'

/** The content of all files of a folder, by their paths in it. */
export function folderFiles(folder: string): Map<string, Buffer> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted()
  return new Map(files.map((file) => [path.relative(folder, file), readFileSync(file)]))
}

/** The paths at which two folders differ. */
export function differences(one: Map<string, Buffer>, other: Map<string, Buffer>): string[] {
  const names = new Set([...one.keys(), ...other.keys()])
  return [...names].filter((name) => {
    const [before, after] = [one.get(name), other.get(name)]
    return !before || !after || !before.equals(after)
  })
}

/** The mirrors of a folder, or of several below it, put together from their chunks, by the path of the index. */
export function mirrorsOf(files: Map<string, Buffer>): Map<string, Buffer> {
  const indexes = [...files].filter(([name]) => /(^|\/)mirror\.[^/]*\.json$/.test(name))
  return new Map(
    indexes.map(([name, text]) => {
      const { chunks } = JSON.parse(String(text)) as MirrorIndex
      const paths = chunks.map((chunk) => path.join(path.dirname(name), chunkPath(chunk)))
      return [name, Buffer.concat(paths.map((each) => files.get(each) ?? missing(each)))]
    })
  )
}

function missing(name: string): never {
  throw new Error(`the folder has no ${name}`)
}
