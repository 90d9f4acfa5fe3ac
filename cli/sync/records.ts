import type { Block, Collection, CollectionView, User } from 'notion-types'
import { z } from 'zod'

import { unbox } from './unbox.ts'

/** Tables of the workspace that a walk reads. */
export interface RecordTypes {
  block: Block
  collection: Collection
  collection_view: CollectionView
  notion_user: User
}

export type RecordTable = keyof RecordTypes

/** Records of an answer by id; null for a record that exists and may not be read. */
export type Records = { [T in RecordTable]: Map<string, RecordTypes[T] | null> } & {
  /** Records of a shape that is not known, with what is wrong about each; they are in no table. */
  malformed: Map<string, string>
  /** Names of fields by the id of their block that hold something else than they should; they are read as absent. */
  unread: Map<string, string[]>
}

/** The workspace answered with something that is not what was asked for. */
export class AnswerError extends Error {
  override name = 'AnswerError'
}

const table = z.record(z.string(), z.unknown()).optional()
const recordMap = z.looseObject({
  block: table,
  collection: table,
  collection_view: table,
  notion_user: table
})

/** Old records leave fields out that newer ones have; what the mirror needs gets a value here. */
const record = z.looseObject({ id: z.string() })
const child = record.extend({ version: z.number().default(0), parent_id: z.string().default('') })
/** Decides nothing about what a page holds: what is no number is as good as a time that is left out. */
const time = z.number().default(0).catch(0)
const times = ['created_time', 'last_edited_time']
const shapes: Record<RecordTable, z.ZodType> = {
  block: z.looseObject({
    id: z.string(),
    type: z.string(),
    parent_id: z.string(),
    parent_table: z.string(),
    version: z.number().default(0),
    created_time: time,
    last_edited_time: time,
    content: z.array(z.string()).optional()
  }),
  collection: child.extend({ schema: z.record(z.string(), z.unknown()).default({}) }),
  collection_view: child.extend({ type: z.string() }),
  notion_user: record
}

/**
 * Reads the record map of an answer, the one place where answers become records. Throws `AnswerError` when
 * there is no record map; a record of another shape is told apart in `malformed`, so that it
 * neither passes for a page without blocks nor takes its neighbours along.
 */
export function readRecords(answer: unknown): Records {
  const parsed = z.looseObject({ recordMap }).safeParse(answer)
  if (!parsed.success) {
    throw new AnswerError(`the answer holds no record map: ${z.prettifyError(parsed.error)}`)
  }
  const tables = parsed.data.recordMap
  const malformed = new Map<string, string>()
  const unread = new Map<string, string[]>()
  const read = <T extends RecordTable>(name: T) =>
    readTable({ name, boxes: tables[name], malformed, unread })
  return {
    block: read('block'),
    collection: read('collection'),
    collection_view: read('collection_view'),
    notion_user: read('notion_user'),
    malformed,
    unread
  }
}

function readTable<T extends RecordTable>(options: {
  name: T
  boxes: z.infer<typeof table>
  malformed: Map<string, string>
  unread: Map<string, string[]>
}) {
  const { name, boxes, malformed, unread } = options
  const records = new Map<string, RecordTypes[T] | null>()
  for (const [id, boxed] of Object.entries(boxes ?? {})) {
    const found = unbox(boxed)
    if (found === 'private') records.set(id, null)
    else {
      const value = found === 'unknown' ? undefined : found.record
      const parsed = shapes[name].safeParse(value)
      // The shape check covers the fields that the walk reads; the rest stays as it came.
      if (parsed.success && (parsed.data as { id: string }).id === id) {
        records.set(id, parsed.data as RecordTypes[T])
        const fields = name === 'block' ? unreadTimes(value) : []
        if (fields.length > 0) unread.set(id, fields)
      } else malformed.set(id, describe(name, parsed))
    }
  }
  return records
}

/** The times of a block that are there and are none. */
function unreadTimes(sent: unknown): string[] {
  const fields = sent as Record<string, unknown>
  return times.filter((name) => fields[name] !== undefined && !Number.isFinite(fields[name]))
}

function describe(name: string, parsed: z.ZodSafeParseResult<unknown>): string {
  const what = parsed.success ? 'another id' : z.prettifyError(parsed.error).replaceAll('\n', ' ')
  return `the ${name} was answered in a shape that is not known: ${what}`
}
