/**
 * `Retry-After` in milliseconds, also below 0 for a past date; undefined if it is missing or cannot be
 * read. A date is compared with `Date` of the response: the clock of this machine may be wrong.
 */
export function retryAfterMs(value: unknown, date: unknown): number | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  const seconds = Number(value)
  const delayMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - sentAt(date)
  return Number.isFinite(delayMs) ? delayMs : undefined
}

function sentAt(date: unknown): number {
  const time = Date.parse(String(date))
  return Number.isFinite(time) ? time : Date.now()
}
