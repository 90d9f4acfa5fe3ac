import { eraFields } from '../../../blocks/format/date-patterns.ts'
import { dateFormatter } from '../../../../site/locales/formatters.ts'
import { type RowSpan, dayAt, dayNumber } from '../row-span.ts'

/** A month that begins within the range of a timeline. */
export interface TimelineTick {
  /** Its first day, as a share of the range from 0 to 1. */
  share: number
  /** The month; the year, if no earlier tick is in it. */
  label: string
}

/** More labels would overlap in a narrow column. */
const MAX_TICKS = 6
/** Months between ticks; longer ranges have multiples of the last one. */
const steps = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200]

/** The ticks of a timeline: the first days of months, or of every few months or years. */
export function timelineTicks({ start, end }: RowSpan, language: string): TimelineTick[] {
  const first = dayNumber(start)
  const days = dayNumber(end) - first + 1
  const [from, to] = [monthNumber(start), monthNumber(end)]
  const step = stepFor(to - from)
  const count = Math.floor(to / step) - Math.floor(from / step)
  return Array.from({ length: count }, (_, index) => {
    const month = (Math.floor(from / step) + 1 + index) * step
    const year = Math.floor(month / 12)
    const isNewYear = year > Math.floor((index === 0 ? from : month - step) / 12)
    return { share: (firstDay(month) - first) / days, label: labelOf(month, isNewYear, language) }
  })
}

function stepFor(months: number): number {
  const longest = steps.at(-1) ?? 1
  const multiple = Math.ceil(months / MAX_TICKS / longest) * longest
  return steps.find((step) => months / step <= MAX_TICKS) ?? multiple
}

/** Months since the year 0. */
function monthNumber(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
}

function firstDay(month: number): number {
  return dayNumber(`${monthText(month)}-01`)
}

function monthText(month: number): string {
  const year = String(Math.floor(month / 12)).padStart(4, '0')
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}`
}

function labelOf(month: number, isNewYear: boolean, language: string): string {
  const text = monthText(month)
  const fields = isNewYear ? ({ year: 'numeric', ...eraFields(text) } as const) : monthOnly
  return dateFormatter(language, { ...fields, timeZone: 'UTC' }).format(
    new Date(dayAt(firstDay(month)))
  )
}

const monthOnly = { month: 'short' } as const
