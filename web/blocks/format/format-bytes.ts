import { numberFormatter } from '../../../site/locales/formatters.ts'

const units = ['B', 'kB', 'MB', 'GB']

/** A file size with its unit: `820 B`, `12 kB`, `3.4 MB`. The unit and the digits are those of the rounded size. */
export function formatBytes(bytes: number, language: string): string {
  let [step, value] = [0, bytes]
  while (Math.round(value) >= 1000 && step < units.length - 1) {
    value /= 1000
    step += 1
  }
  const digits = value < 9.95 && step > 1 ? 1 : 0
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return `${numberFormatter(language, options).format(value)} ${units[step]}`
}
