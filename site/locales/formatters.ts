/** More than any wiki uses; the names come from records and must not fill the memory. */
const MAX_CACHED = 500

const dates = new Map<string, Intl.DateTimeFormat>()
const numbers = new Map<string, Intl.NumberFormat>()
const collators = new Map<string, Intl.Collator>()
const zones = new Map<string, boolean>()

/** Formatters are cached: creating one costs more than rendering a whole table row. */
export function dateFormatter(
  language: string,
  options: Intl.DateTimeFormatOptions
): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`
  return cached(dates, key, () => new Intl.DateTimeFormat(language, options))
}

export function numberFormatter(
  language: string,
  options: Intl.NumberFormatOptions
): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`
  return cached(numbers, key, () => new Intl.NumberFormat(language, options))
}

const plain: Intl.NumberFormatOptions = {}

/** A count with the grouping of the language. */
export function formatCount(count: number, language: string): string {
  return numberFormatter(language, plain).format(count)
}

/** Compares texts in the order of a language, and numbers in them by value. */
export function numericCollator(language: string): Intl.Collator {
  return cached(collators, language, () => new Intl.Collator(language, { numeric: true }))
}

/** Whether a time zone of this name exists. */
export function isTimeZone(name: string): boolean {
  return cached(
    zones,
    name,
    () => undefinedIfInvalid(() => new Intl.DateTimeFormat('en', { timeZone: name })) !== undefined
  )
}

/** The result of `read`; undefined if a date, time or time zone is invalid (RangeError). */
export function undefinedIfInvalid<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function cached<T>(all: Map<string, T>, key: string, make: () => T): T {
  const known = all.get(key)
  if (known !== undefined) return known
  const made = make()
  if (all.size < MAX_CACHED) all.set(key, made)
  return made
}
