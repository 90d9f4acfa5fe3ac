import type { CollectionProperty } from '../records/collection-schema.ts'
import { localTime } from './formula/dates.ts'
import type { FormulaDate, FormulaValue } from './formula/value.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

interface StoredValue {
  text: string | null
  number: number | null
}

interface StoredDate {
  start_at: number
  end_at: number | null
  has_time: number
  /** Whether the end is a day: `end_at` is then the following midnight. */
  ends_with_day: number
}

/** Reads the stored values of rows as input for formulas and rollups. */
export class StoredValues {
  readonly #timeZone: string
  readonly #values
  readonly #dates
  readonly #related

  constructor({ $client }: Mirror, timeZone: string) {
    this.#timeZone = timeZone
    const ofProperty =
      'from property_value where page_id = ? and property_id = ? and is_computed = 0'
    this.#values = $client.prepare<[string, string], StoredValue>(
      `select text, number ${ofProperty} order by position`
    )
    this.#related = $client
      .prepare<[string, string], string>(
        `select target_id ${ofProperty} and target_id is not null order by position`
      )
      .pluck()
    this.#dates = $client.prepare<[string, string], StoredDate>(
      `select start_at, start_time is not null as has_time,
              case when end_date is not null or end_time is not null then end_at end as end_at,
              end_time is null as ends_with_day
         from date_value where block_id = ? and property_id = ? and start_at is not null
        order by position`
    )
  }

  /** Returns the value of a property of a row; a list for types with several values. */
  read(pageId: string, { id, type }: CollectionProperty): FormulaValue {
    if (type === 'date') return this.#date(pageId, id)
    const values = this.#values.all(pageId, id)
    if (listTypes.has(type)) return values.map(({ text }) => text ?? '')
    const [first] = values
    if (instantTypes.has(type)) return instant(first?.number)
    if (type === 'checkbox') return first?.number === 1
    return type === 'number' ? (first?.number ?? null) : (first?.text ?? '')
  }

  /** Returns the ids of the pages in a relation of a row. */
  related(pageId: string, propertyId: string): string[] {
    return this.#related.all(pageId, propertyId)
  }

  #date(pageId: string, propertyId: string): FormulaDate | null {
    const date = this.#dates.get(pageId, propertyId)
    if (!date) return null
    const { start_at: start, end_at: end, has_time: hasTime, ends_with_day: endsWithDay } = date
    const lastMidnight = (at: number) =>
      localTime(at - 1, this.#timeZone).startOfDay().epochMilliseconds
    const lastDay = end !== null && endsWithDay === 1 ? lastMidnight(end) : end
    return { start, end: lastDay, hasTime: hasTime === 1 }
  }
}

const listTypes = new Set(['multi_select', 'relation', 'person', 'file'])
const instantTypes = new Set(['created_time', 'last_edited_time'])

function instant(start: number | null | undefined): FormulaDate | null {
  return start === null || start === undefined ? null : { start, end: null, hasTime: true }
}
