import type { Mirror } from '../mirror/open-mirror.ts'

/** What a rollup or formula of a row comes to. */
export interface ComputedResult {
  /** In order; a date is in words, as `YYYY-MM-DD HH:MM` on the clock of the site. */
  items: (string | number | boolean)[]
  /** Why there is no value, or not all of it; null when there is. */
  problem: string | null
}

interface ComputedRow {
  text: string | null
  number: number | null
  problem: string | null
}

/** A function that reads the value of any rollup or formula of any row. */
export function computedReader({
  $client
}: Mirror): (pageId: string, propertyId: string) => ComputedResult {
  const statement = $client.prepare<[string, string], ComputedRow>(
    `select text, number, problem from property_value
      where page_id = ? and property_id = ? and is_computed order by position`
  )
  return (pageId, propertyId) => {
    const rows = statement.all(pageId, propertyId)
    const items = rows.flatMap((row) => typedItem(row) ?? [])
    return { items, problem: rows[0]?.problem ?? null }
  }
}

/** Words and dates have their text alone; a checkbox is 0 or 1 beside its word. */
function typedItem({ text, number }: ComputedRow): string | number | boolean | null {
  if (number === null || text === null) return text
  if (text === String(number)) return number
  return text === 'Yes' || text === 'No' ? number === 1 : text
}
