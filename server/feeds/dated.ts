/** The date of a time in UTC milliseconds; undefined if a feed cannot write it: its years have four digits. */
export function dated(milliseconds: number): Date | undefined {
  const date = new Date(milliseconds)
  const year = date.getUTCFullYear()
  return year >= 0 && year <= 9999 ? date : undefined
}
