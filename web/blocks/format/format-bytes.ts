import { numberFormatter } from '../../../site/locales/formatters.ts'

const units = ['B', 'kB', 'MB', 'GB']

/** A file size with its unit: `820 B`, `12 kB`, `3.4 MB`. */
export function formatBytes(bytes: number, language: string): string {
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(bytes || 1) / 3)))
  const value = bytes / 1000 ** step
  const digits = value < 10 && step > 1 ? 1 : 0
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return `${numberFormatter(language, options).format(value)} ${units[step]}`
}
