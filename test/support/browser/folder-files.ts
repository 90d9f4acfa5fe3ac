import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

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
