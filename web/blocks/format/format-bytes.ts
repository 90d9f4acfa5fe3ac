import { numberFormatter } from '../../../site/locales/formatters.ts'

const units = ['B', 'kB', 'MB', 'GB']

/** A file size with its unit: `820 B`, `12 kB`, `3.4 MB`. The unit and the digits are those of the rounded size. */
export function formatBytes(bytes: number, language: string): string {
  let value = bytes
  let step = 0
  for (; Math.round(value) > 999 && units[step + 1]; step++) value /= 1000
  const digits = step > 1 && value < 9.95 ? 1 : 0
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return `${numberFormatter(language, options).format(value)} ${units[step]}`
}
