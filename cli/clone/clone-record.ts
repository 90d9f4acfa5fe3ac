import { statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { z } from 'zod'

import { readJson } from '../formats/read-json.ts'

const cloneRecord = z.object({
  address: z.string(),
  etag: z.string().nullable(),
  /** The file as it was put in its place: a sync that has written to it made it another. */
  state: z.string()
})

const fileOf = (dataDir: string) => path.join(dataDir, 'clone.json')

/** Notes which mirror is about to be put in its place; moving it there does not change its state. */
export function writeRecord(
  dataDir: string,
  clone: { address: string; etag: string | null; next: string }
): void {
  const { address, etag, next } = clone
  writeFileSync(fileOf(dataDir), JSON.stringify({ address, etag, state: stateOf(next) }))
}

/** Where the mirror was cloned from; undefined when it was not, or has been written to since. */
export function readRecord(dataDir: string, mirrorFile: string) {
  const record = readJson(fileOf(dataDir), cloneRecord)
  return record !== undefined && record.state === stateOf(mirrorFile) ? record : undefined
}

function stateOf(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats && `${stats.ino} ${stats.size} ${stats.mtimeMs}`
}
