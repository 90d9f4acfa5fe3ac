import { z } from 'zod'

import { type Damaged, damagedWhole, salvage } from '../staging/salvage.ts'
import { unbox } from '../staging/unbox.ts'
import { type RecordTable, type RecordTypes, recordKey } from './record-tables.ts'

/** Records of an answer by id; null for a record that exists and may not be read. */
export type Records = { [T in RecordTable]: Map<string, RecordTypes[T] | null> } & {
  /** Records that are not as they should be, by `recordKey`; they are in no table. */
  damaged: Map<string, Damaged>
  /** Names of fields by the id of their block that hold something unexpected and decide nothing. */
  unread: Map<string, string[]>
}

/** The workspace answered with something that is not what was asked for. */
export class AnswerError extends Error {
  override name = 'AnswerError'
}

/** A table that is none holds no records; what was asked of it is then listed as not answered. */
const table = z.record(z.string(), z.unknown()).optional().catch(undefined)
const recordMap = z.looseObject({
  block: table,
  collection: table,
  collection_view: table,
  notion_user: table
})

/**
 * Reads the record map of an answer, the one place where answers become records. Throws
 * `AnswerError` when there is no record map. A record with unexpected values is listed as damaged:
 * it costs none of its neighbours.
 */
export function readRecords(answer: unknown): Records {
  const parsed = z.looseObject({ recordMap }).safeParse(answer)
  if (!parsed.success) {
    throw new AnswerError(`the answer holds no record map: ${z.prettifyError(parsed.error)}`)
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
      unboxed === 'unknown' ? damagedWhole('it is no record') : salvage(name, id, unboxed.record)
    if ('reason' in found) damaged.set(recordKey(name, id), found)
    else {
      records.set(id, found.record as RecordTypes[T])
      if (found.unread.length > 0) unread.set(id, found.unread)
    }
  }
  return records
}
