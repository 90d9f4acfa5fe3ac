/** A date as a record holds it. Days and times are wall-clock values, written without a zone. */
export interface NotionDate {
  type?: string
  start_date?: string
  start_time?: string
  end_date?: string
  end_time?: string
  time_zone?: string
}

/**
 * A date, range or time in words of a language. Wall-clock values are put into UTC and printed in UTC,
 * so that no reader's or server's time zone moves the day.
 */
export function formatNotionDate(date: NotionDate, language: string): string {
  const start = wallClock(date.start_date, date.start_time)
  if (!start) return date.start_date ?? ''

  const end = wallClock(date.end_date, date.end_time)
  const formatter = formatterOf(language, Boolean(date.start_time ?? date.end_time))
  const text = end && end >= start ? formatter.formatRange(start, end) : formatter.format(start)
  return date.start_time && date.time_zone ? `${text} (${date.time_zone})` : text
}

/** A moment (UTC milliseconds) as a day, in UTC. */
export function formatMoment(milliseconds: number, language: string): string {
  return formatterOf(language, false).format(new Date(milliseconds))
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Kept, because making one costs more than a whole table row. */
function formatterOf(language: string, hasTime: boolean): Intl.DateTimeFormat {
  const key = `${language} ${hasTime}`
  const known = formatters.get(key)
  if (known) return known

  const time = hasTime ? ({ timeStyle: 'short' } as const) : {}
  const formatter = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    ...time,
    timeZone: 'UTC'
  })
  formatters.set(key, formatter)
  return formatter
}

function wallClock(day: string | undefined, time: string | undefined): Date | undefined {
  if (!day) return undefined
  const moment = new Date(`${day}T${time ?? '00:00'}Z`)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}
