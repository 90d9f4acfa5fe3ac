/** Date formats of a property, by Notion's names. Unknown formats become the language's own. */
export interface DateFormats {
  date_format?: string
  time_format?: string
}

type Fields = Intl.DateTimeFormatOptions

/** Numeric days (`YYYY/MM/DD`), which read the same in every language. */
const numericPattern = /^(YYYY|YY|MM|M|DD|D)([/.-](YYYY|YY|MM|M|DD|D)){1,2}$/

/**
 * A day in its numeric format, or undefined if the format is not numeric. Relative formats ("in
 * three days") are ignored: a cached page outlives them.
 */
export function numericDay(day: string, { date_format: pattern }: DateFormats = {}) {
  if (pattern === undefined || !numericPattern.test(pattern)) return undefined
  const [year = '', month = '', date = ''] = day.split('-')
  const values: Record<string, string> = {
    YYYY: year,
    YY: year.slice(-2),
    MM: month,
    M: String(Number(month)),
    DD: date,
    D: String(Number(date))
  }
  return pattern.replaceAll(/[A-Z]+/g, (token) => values[token] ?? token)
}

/**
 * The era of a day before the year 1. Languages count such years backwards, and without the era the
 * year 0000 reads as year 1.
 */
export function eraFields(day: string): Fields {
  return day.startsWith('0000') || day.startsWith('-') ? { era: 'short' } : {}
}

/** Fields of a day with a month name, long if the format asks for it. */
export function dayFields({ date_format: pattern }: DateFormats = {}): Fields {
  const isLong = pattern === 'LL' || pattern?.includes('MMMM')
  return { year: 'numeric', month: isLong ? 'long' : 'short', day: 'numeric' }
}

/**
 * Fields of a time, on 24 or 12 hours or as the language has it; empty if the format hides it.
 * Notion stores a space for a hidden time.
 */
export function clockFields({ time_format: pattern }: DateFormats = {}): Fields {
  if (pattern === 'hidden' || pattern === ' ') return {}
  const fields = { hour: 'numeric', minute: '2-digit' } as const
  if (pattern === undefined) return fields
  if (pattern.startsWith('H')) return { ...fields, hourCycle: 'h23' }
  return pattern === 'LT' || pattern.startsWith('h') ? { ...fields, hourCycle: 'h12' } : fields
}
