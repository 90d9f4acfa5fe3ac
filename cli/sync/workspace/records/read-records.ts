import { z } from 'zod'

import { type Damaged, damagedWhole, salvage } from './salvage.ts'
import { unbox } from './unbox.ts'
import { type RecordTable, type RecordTypes, recordKey } from './record-tables.ts'
import { ResponseError } from '../response-error.ts'

/** Records of a response by id; null for a record that exists and that the caller may not read. */
export type Records = { [T in RecordTable]: Map<string, RecordTypes[T] | null> } & {
  /** Records with unexpected values, by `recordKey`; they are in none of the tables above. */
  damaged: Map<string, Damaged>
  /** By block id: names of fields with unexpected values that do not affect what a page shows. */
  unread: Map<string, string[]>
}

/** A table of another type counts as empty; the records requested from it are then missing. */
const table = z.record(z.string(), z.unknown()).optional().catch(undefined)
const recordMap = z.looseObject({
  block: table,
  collection: table,
  collection_view: table,
  notion_user: table
})

/**
 * Parses the record map of a response; every response becomes records here. A record with
 * unexpected values is listed as damaged and does not affect the others. Throws `ResponseError`
 * when there is no record map.
 */
export function readRecords(response: unknown): Records {
  const parsed = z.looseObject({ recordMap }).safeParse(response)
  if (!parsed.success) {
    throw new ResponseError(`the response has no record map: ${z.prettifyError(parsed.error)}`)
  }
  const tables = parsed.data.recordMap
  const damaged = new Map<string, Damaged>()
  const unread = new Map<string, string[]>()
  const read = <T extends RecordTable>(name: T) =>
    readTable({ name, boxes: tables[name], damaged, unread })
  return {
    block: read('block'),
    collection: read('collection'),
    collection_view: read('collection_view'),
    notion_user: read('notion_user'),
    damaged,
    unread
  }
}

function readTable<T extends RecordTable>(options: {
  name: T
  boxes: z.infer<typeof table>
  damaged: Map<string, Damaged>
  unread: Map<string, string[]>
}) {
  const { name, boxes, damaged, unread } = options
  const records = new Map<string, RecordTypes[T] | null>()
  for (const [id, box] of Object.entries(boxes ?? {})) {
    const unboxed = unbox(box)
    if (unboxed === 'private') {
      records.set(id, null)
      continue
    }
    const found =
      unboxed === 'unknown' ? damagedWhole('it is not a record') : salvage(name, id, unboxed.record)
    if ('reason' in found) damaged.set(recordKey(name, id), found)
    else {
      records.set(id, found.record as RecordTypes[T])
      if (found.unread.length > 0) unread.set(id, found.unread)
    }
  }
  return records
}
