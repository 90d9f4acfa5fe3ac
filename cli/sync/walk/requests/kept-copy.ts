import type { RecordTable, RecordTypes } from '../../workspace/records/record-tables.ts'
import type { Damaged } from '../../workspace/records/salvage.ts'

/** Fields that decide whether and where a record is published. */
const decisive: Record<RecordTable, string[]> = {
  block: ['alive', 'space_id', 'is_template'],
  collection: ['alive', 'space_id', 'schema', 'template_pages'],
  collection_view: ['alive', 'space_id'],
  notion_user: []
}
const place = ['parent_id', 'parent_table']

/**
 * The published copy that replaces a damaged record. What the damaged record still shows about the
 * trash, the space, the parent and the `Public` checkbox is newer and replaces the copy's fields.
 */
export function keptCopy<T extends RecordTypes[RecordTable]>(
  table: RecordTable,
  copy: T,
  { record, fields = [] }: Partial<Damaged>
): T {
  if (record === undefined) return copy
  const sent: Record<string, unknown> = { ...record }
  const isPlaced = table === 'block' && !place.some((name) => fields.includes(name))
  const isRow = isPlaced && sent['parent_table'] === 'collection'
  const names = [...decisive[table], ...(isPlaced ? place : [])].filter(
    (name) => sent[name] !== undefined
  )
  // The `Public` checkbox is one of the properties of a row, which are absent if none has a value.
  if (isRow) names.push('properties')
  const newer = names.filter((name) => !fields.includes(name)).map((name) => [name, sent[name]])
  return { ...copy, ...Object.fromEntries(newer) }
}
