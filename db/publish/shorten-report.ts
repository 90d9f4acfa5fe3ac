import { type Fields, isFields } from '../../site/notion/is-fields.ts'

/** Marks a shortened report: `report` is one without titles, `counts` one of numbers only. */
const KEY = 'shortened_to'

/**
 * Shortens the JSON report of an earlier run: without titles if `keepsReport`, otherwise to counts,
 * where the length of a list replaces the list. Returns undefined for a report that is already short.
 */
export function shortenReport(json: string, keepsReport: boolean): string | undefined {
  const report: unknown = JSON.parse(json)
  // Not written by fansite.
  if (!isFields(report)) return JSON.stringify({ [KEY]: 'counts' })
  const form = keepsReport ? 'report' : 'counts'
  if (report[KEY] === form || report[KEY] === 'counts') return undefined
  const short = keepsReport ? withoutTitles(report) : (counted(report) as Fields)
  return JSON.stringify({ ...short, [KEY]: form })
}

/** Removes titles: a page of an earlier report may now be private. */
function withoutTitles(report: Fields): Fields {
  const json = JSON.stringify(report, (key, value: unknown) => (key === 'title' ? null : value))
  return JSON.parse(json) as Fields
}

function counted(value: unknown): unknown {
  if (Array.isArray(value)) return value.length
  if (!isFields(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, counted(each)]))
}
