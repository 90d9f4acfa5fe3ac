import { keys } from '../changes/change-keys.ts'
import { noteRead } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

/** The stored result of a rollup or formula of a row. */
export interface ComputedResult {
  /** In order; a date is text, `YYYY-MM-DD HH:MM` in the site's time zone. */
  items: (string | number | boolean)[]
  /** Why the value is missing or incomplete; null when it is complete. */
  problem: string | null
}

interface ComputedRow {
  text: string | null
  number: number | null
  problem: string | null
}

/** Returns a function that reads the result of a rollup or formula of a row. */
export function computedReader({
  $client
}: Mirror): (pageId: string, propertyId: string) => ComputedResult {
  const statement = $client.prepare<[string, string], ComputedRow>(
    `select text, number, problem from property_value
      where page_id = ? and property_id = ? and is_computed order by position`
  )
  return (pageId, propertyId) => {
    noteRead(keys.page(pageId))
    const rows = statement.all(pageId, propertyId)
    const items = rows.flatMap((row) => typedItem(row) ?? [])
    return { items, problem: rows[0]?.problem ?? null }
  }
}

/** Texts and dates are returned as text; a checkbox is stored as `Yes` or `No` with 1 or 0. */
function typedItem({ text, number }: ComputedRow): string | number | boolean | null {
  if (number === null || text === null) return text
  if (text === String(number)) return number
  return text === 'Yes' || text === 'No' ? number === 1 : text
}
