import { statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { z } from 'zod'

import { readJson } from '../../formats/read-json.ts'

const cloneRecord = z.object({
  address: z.string(),
  etag: z.string().nullable(),
  /**
   * Inode, size and modification time of the installed mirror; they change when a sync writes to it. Without
   * its device, whose number may change at each start of the system: each clone would then download the
   * mirror again and keep the previous one.
   */
  state: z.string()
})

const fileOf = (dataDir: string) => path.join(dataDir, 'clone.json')

/** Records the origin of a clone before `next` is installed; the rename does not change its state. */
export function writeCloneRecord(
  dataDir: string,
  clone: { address: string; etag: string | null; next: string }
): void {
  const { address, etag, next } = clone
  writeFileSync(fileOf(dataDir), JSON.stringify({ address, etag, state: stateOf(next) }))
}

/** The origin of the mirror; undefined when it was not cloned or has been written to since. */
export function readCloneRecord(dataDir: string, mirrorFile: string) {
  const record = readJson(fileOf(dataDir), cloneRecord)
  return record !== undefined && record.state === stateOf(mirrorFile) ? record : undefined
}

function stateOf(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats && `${stats.ino} ${stats.size} ${stats.mtimeMs}`
}
