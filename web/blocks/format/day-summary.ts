import { type DateSettings, dateText } from './format-date.ts'

/** A formatted result of two days (`YYYY-MM-DD`): one day, or the first and the last one. */
export function daySummary([first, last]: [string, string], settings: DateSettings): string {
  const end = last === first ? {} : { end_date: last }
  return dateText({ start_date: first, ...end }, settings)
}
