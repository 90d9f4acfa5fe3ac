import type { Mirror } from '../../db/mirror/open-mirror.ts'

/** A value of a row that its page must show. */
export interface RowValue {
  type: string
  /** Its label. */
  name: string
  /** Accepted texts, one of which must be present; empty if the label is enough. */
  texts: string[]
}

interface ValueRow {
  name: string
  type: string
  text: string | null
  number: number | null
  title: string | null
}

const isShown = `not exists (
    select 1 from json_each(collection.raw, '$.format.property_visibility')
     where value ->> 'property' = property.property_id and value ->> 'visibility' = 'hide')
  and not exists (
    select 1 from json_each(collection.raw, '$.format.collection_page_properties')
     where value ->> 'property' = property.property_id and value ->> 'visible' = 0)`

/** The values of a row that are not hidden by its collection, from the typed tables. */
export function rowValues(mirror: Mirror, pageId: string): RowValue[] {
  const rows = mirror.$client
    .prepare<[string], ValueRow>(
      `select property.name, value.type, value.text, value.number, target.title
         from property_value as value
         join collection_property as property using (collection_id, property_id)
         join collection on collection.id = value.collection_id
         left join page as target on target.id = value.target_id
        where value.page_id = ? and value.type <> 'title' and value.problem is null
          and ${isShown}`
    )
    .all(pageId)
  const values = rows.map((row) => ({ type: row.type, name: row.name, texts: acceptedTexts(row) }))
  return [...values, ...rowButtons(mirror, pageId)]
}

/** Buttons have no value; their label is in the collection's schema. */
function rowButtons(mirror: Mirror, pageId: string): RowValue[] {
  const rows = mirror.$client
    .prepare<[string], { name: string; label: string | null }>(
      `select property.name,
              collection.raw ->> ('$.schema."' || property_id || '".button.label') as label
         from block join collection on collection.id = block.parent_id
         join collection_property as property on property.collection_id = collection.id
        where block.id = ? and property.type = 'button' and ${isShown}`
    )
    .all(pageId)
  return rows.map(({ name, label }) => ({ type: 'button', name, texts: [label || name] }))
}

function acceptedTexts({ type, text, number, title }: ValueRow): string[] {
  if (title !== null) return [title]
  if (type === 'number' && number !== null) {
    return [number, number * 100].flatMap((each) => [String(each), each.toLocaleString('en')])
  }
  // Dates are formatted for the reader; the year is in all formats.
  if (/date|time|verification|formula|rollup|checkbox|place|button/.test(type)) return []
  return text === null ? [] : [text.replace(/^https?:\/\/(www\.)?|\/$/g, '')]
}
