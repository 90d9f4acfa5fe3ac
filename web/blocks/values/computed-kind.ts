import type { ComputedValue } from '../../../site/page-view.ts'
import type { NotionDate } from '../date-ends.ts'

type Item = ComputedValue['items'][number]

export type ComputedKind = 'number' | 'checkbox' | 'date' | 'text'

/** What a computed value is: the mirror keeps a text, and a number where it means one. */
export function kindOf({ text, number }: Item): ComputedKind {
  if (number === null) return 'text'
  if (text === String(number)) return 'number'
  return text === 'Yes' || text === 'No' ? 'checkbox' : 'date'
}

/** A date as the mirror writes it, on the site's clock: `2026-07-31 18:00 → 2026-08-02 09:00`. */
export function computedDate(text: string): NotionDate {
  const [start = '', end] = text.split(' → ')
  const [start_date, start_time] = start.split(' ')
  const [end_date, end_time] = end?.split(' ') ?? []
  return { start_date, start_time, end_date, end_time }
}
