/** More than any wiki uses; what records name cannot fill the memory. */
const MOST_KEPT = 500

const dates = new Map<string, Intl.DateTimeFormat>()
const numbers = new Map<string, Intl.NumberFormat>()
const zones = new Map<string, boolean>()

/** Formatters are kept, because making one costs more than a whole table row. */
export function dateFormatter(
  language: string,
  options: Intl.DateTimeFormatOptions
): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`
  return kept(dates, key, () => new Intl.DateTimeFormat(language, options))
}

export function numberFormatter(
  language: string,
  options: Intl.NumberFormatOptions
): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`
  return kept(numbers, key, () => new Intl.NumberFormat(language, options))
}

/** Whether there is a time zone of this name. */
export function isTimeZone(name: string): boolean {
  return kept(
    zones,
    name,
    () => undefinedIfInvalid(() => new Intl.DateTimeFormat('en', { timeZone: name })) !== undefined
  )
}

/** Of no date, time or time zone there is nothing to say. */
export function undefinedIfInvalid<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function kept<T>(all: Map<string, T>, key: string, make: () => T): T {
  const known = all.get(key)
  if (known !== undefined) return known
  const made = make()
  if (all.size < MOST_KEPT) all.set(key, made)
  return made
}
