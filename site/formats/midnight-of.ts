/** Midnight UTC of a day, in milliseconds since 1970; undefined for a day that no calendar has. */
export function midnightOf(day: unknown): number | undefined {
  if (typeof day !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
  const midnight = new Date(`${day}T00:00Z`)
  // Some engines parse 31 February as 3 March.
  const isDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
  return isDay ? midnight.getTime() : undefined
}
