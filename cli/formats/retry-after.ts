/** `Retry-After` in milliseconds, also below 0 for a past date; undefined if it is missing or cannot be read. */
export function retryAfterMs(value: unknown): number | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  const seconds = Number(value)
  const delayMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(delayMs) ? delayMs : undefined
}
