import type { Mirror } from '../mirror/open-mirror.ts'

/** One value of a property, for sorting and summaries. */
export interface LookedUpValue {
  text: string | null
  number: number | null
  target_id: string | null
}

type ValueRow = [pageId: string, text: string | null, number: number | null, target: string | null]

/** Reads the ordered values of one property by row id; rows without a value are absent. */
export function lookUpValues(
  mirror: Mirror,
  rowIds: string[],
  propertyId: string
): Map<string, LookedUpValue[]> {
  const values = new Map<string, LookedUpValue[]>()
  const rows = mirror.$client
    .prepare<[string, string], ValueRow>(
      `select page_id, text, number, target_id from property_value
        where page_id in (select value from json_each(?)) and property_id = ?
        order by page_id, position`
    )
    .raw()
    // `all` instead of `iterate`: summarizing 10,000 rows takes a quarter of the time.
    .all(JSON.stringify(rowIds), propertyId)
  for (const [id, text, number, target_id] of rows) {
    if (text === null && number === null && target_id === null) continue
    const value = { text, number, target_id }
    const known = values.get(id)
    if (known) known.push(value)
    else values.set(id, [value])
  }
  return values
}
