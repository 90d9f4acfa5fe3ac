import { Temporal } from 'temporal-polyfill'

import type { RenderedText } from '../../responses/rendered-text.ts'

/**
 * When a text has to be made again even if nothing it was made of has changed, in UTC milliseconds:
 * after its lifetime, and at the end of the year, which the footer of every page shows. Undefined for
 * never.
 */
export function expiryOf(
  { lifetimeMs, mediaType, hasYear = mediaType === 'text/html' }: RenderedText,
  timeZone: string
): number | undefined {
  const now = Temporal.Now.zonedDateTimeISO(timeZone)
  const times = [
    ...(lifetimeMs === undefined ? [] : [now.epochMilliseconds + lifetimeMs]),
    ...(hasYear ? [startOfYear(now.year + 1, timeZone)] : [])
  ]
  return times.length === 0 ? undefined : Math.min(...times)
}

function startOfYear(year: number, timeZone: string): number {
  const day = Temporal.PlainDate.from({ year, month: 1, day: 1 })
  return day.toZonedDateTime(timeZone).epochMilliseconds
}
