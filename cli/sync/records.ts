import type { Block, Collection, CollectionView, User } from 'notion-types'
import { z } from 'zod'

/** Tables of the workspace that a walk reads. */
export interface RecordTypes {
  block: Block
  collection: Collection
  collection_view: CollectionView
  notion_user: User
}

export type RecordTable = keyof RecordTypes

/** Records of an answer by id; null for a record that exists and may not be read. */
export type Records = { [T in RecordTable]: Map<string, RecordTypes[T] | null> }

/** The workspace answered with something that is not what was asked for. */
export class AnswerError extends Error {
  override name = 'AnswerError'
}

const box = z.looseObject({
  role: z.string().optional(),
  value: z.looseObject({ value: z.unknown().optional(), role: z.string().optional() }).optional()
})
const table = z.record(z.string(), box).optional()
const recordMap = z.looseObject({
  block: table,
  collection: table,
  collection_view: table,
  notion_user: table
})

/** Old records leave fields out that newer ones have; what the mirror needs gets a value here. */
const record = z.looseObject({ id: z.string() })
const child = record.extend({ version: z.number().default(0), parent_id: z.string().default('') })
const shapes: Record<RecordTable, z.ZodType> = {
  block: z.looseObject({
    id: z.string(),
    type: z.string(),
    parent_id: z.string(),
    parent_table: z.string(),
    version: z.number().default(0),
    created_time: z.number().default(0),
    last_edited_time: z.number().default(0),
    content: z.array(z.string()).optional()
  }),
  collection: child.extend({ schema: z.record(z.string(), z.unknown()).default({}) }),
  collection_view: child.extend({ type: z.string() }),
  notion_user: record
}

/**
 * Reads the record map of an answer, the one place where answers become records. Accepts both
 * boxes the API has used, `{role, value}` and `{value: {value, role}}`, and throws `AnswerError`
 * for anything else: a shape we do not know must not pass for a page without blocks.
 */
export function readRecords(answer: unknown): Records {
  const parsed = z.looseObject({ recordMap }).safeParse(answer)
  if (!parsed.success) {
    throw new AnswerError(`the answer holds no record map: ${z.prettifyError(parsed.error)}`)
  }
  const tables = parsed.data.recordMap
  return {
    block: readTable('block', tables.block),
    collection: readTable('collection', tables.collection),
    collection_view: readTable('collection_view', tables.collection_view),
    notion_user: readTable('notion_user', tables.notion_user)
  }
}

function readTable<T extends RecordTable>(name: T, boxes: z.infer<typeof table>) {
  const records = new Map<string, RecordTypes[T] | null>()
  for (const [id, boxed] of Object.entries(boxes ?? {})) {
    records.set(id, readRecord({ name, id, value: boxed.value }))
  }
  return records
}

function readRecord<T extends RecordTable>(options: {
  name: T
  id: string
  value: z.infer<typeof box>['value']
}): RecordTypes[T] | null {
  const { name, id, value } = options
  const unboxed = value && 'value' in value && !('id' in value) ? value.value : value
  if (unboxed === undefined || unboxed === null) return null

  const parsed = shapes[name].safeParse(unboxed)
  if (!parsed.success) {
    throw new AnswerError(
      `${name} ${id} has a shape we do not know: ${z.prettifyError(parsed.error)}`
    )
  }
  // The shape check covers the fields that the walk reads; the rest stays as it came.
  const found = parsed.data as RecordTypes[T]
  if (found.id !== id) throw new AnswerError(`${name} ${id} was answered with ${found.id}`)
  return found
}
