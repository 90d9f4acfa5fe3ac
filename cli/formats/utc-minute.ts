/** A time in milliseconds since 1970 as a minute, such as "2026-03-01 09:30 UTC". */
export function utcMinute(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
