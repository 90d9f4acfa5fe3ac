/** How a property writes its dates, in Notion's words; what is not known is written as the language does. */
export interface DateFormats {
  date_format?: string
  time_format?: string
}

type Fields = Intl.DateTimeFormatOptions

/** Days in figures (`YYYY/MM/DD`), which mean the same in every language. */
const figures = /^(YYYY|YY|MM|M|DD|D)([/.-](YYYY|YY|MM|M|DD|D)){1,2}$/

/**
 * A day in figures, where that is how it is to be written, else undefined. Relative formats ("in
 * three days") are not followed: a page is kept longer than they are true.
 */
export function numericDay(day: string, { date_format: pattern }: DateFormats = {}) {
  if (pattern === undefined || !figures.test(pattern)) return undefined
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
 * The era of a year, month or day before the year 1, as the language names it. Languages count such
 * years backwards, and without the era 0000 reads as the year 1.
 */
export function eraFields(day: string): Fields {
  return day.startsWith('0000') || day.startsWith('-') ? { era: 'short' } : {}
}

/** A day in words, with a long name of the month where that is asked for. */
export function dayFields({ date_format: pattern }: DateFormats = {}): Fields {
  const isLong = pattern === 'LL' || pattern?.includes('MMMM')
  return { year: 'numeric', month: isLong ? 'long' : 'short', day: 'numeric' }
}

/** A time of day on 24 or 12 hours, or as the language has it; nothing where it is to be left out. */
export function clockFields({ time_format: pattern }: DateFormats = {}): Fields {
  if (pattern === 'hidden') return {}
  const fields = { hour: 'numeric', minute: '2-digit' } as const
  if (pattern === undefined) return fields
  if (pattern.startsWith('H')) return { ...fields, hourCycle: 'h23' }
  return pattern === 'LT' || pattern.startsWith('h') ? { ...fields, hourCycle: 'h12' } : fields
}
