import type { Mirror } from './open-mirror.ts'

/** One value of a property as sorting and summing up take it. */
export interface LookedUp {
  text: string | null
  number: number | null
  target_id: string | null
}

interface ValueRow extends LookedUp {
  page_id: string
}

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
    .iterate(JSON.stringify(rowIds), propertyId)
  for (const { page_id: id, ...value } of rows) {
    if (value.text === null && value.number === null && value.target_id === null) continue
    const known = values.get(id)
    if (known) known.push(value)
    else values.set(id, [value])
  }
  return values
}
