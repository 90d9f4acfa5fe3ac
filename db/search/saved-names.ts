import { renameSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

import type { SavedTitles } from './title-index.ts'

const FILE = 'search-names.json'

/** The index of the names of pages as a server leaves it for the next one, so that it is ready at once. */
export interface SavedNames {
  tokenizer: number
  /** Of the publication that it is of. */
  digest: string
  generation: number
  titles: SavedTitles
}

/** What was left in a data directory; throws when there is nothing, or nothing that can be read. */
export async function readSavedNames(folder: string): Promise<SavedNames> {
  // Written by `writeSavedNames`; of which publication and tokenizer it is, is looked at before it is used.
  return JSON.parse(await readFile(path.join(folder, FILE), 'utf8')) as SavedNames
}

/** Leaves the index in a data directory: whole, or not at all. */
export function writeSavedNames(folder: string, names: SavedNames): void {
  const file = path.join(folder, FILE)
  const part = `${file}.${process.pid}.part`
  writeFileSync(part, JSON.stringify(names))
  renameSync(part, file)
}
