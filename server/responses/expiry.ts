import { Temporal } from 'temporal-polyfill'

import { keys as changeKeys } from '../../db/changes/change-keys.ts'
import type { RenderedText } from './rendered-text.ts'

/**
 * When a text has to be made again even if nothing it was made of has changed, in UTC milliseconds:
 * after its lifetime, at the next midnight if it depends on the date, and at the end of the year, which
 * the footer of every page shows. Undefined for never.
 */
export function expiryOf(
  { lifetimeMs, mediaType, hasYear = mediaType === 'text/html' }: RenderedText,
  { keys, timeZone }: { keys: Set<string>; timeZone: string }
): number | undefined {
  const now = Temporal.Now.zonedDateTimeISO(timeZone)
  const times = [
    ...(lifetimeMs === undefined ? [] : [now.epochMilliseconds + lifetimeMs]),
    ...(keys.has(changeKeys.day) ? [startOfDay(now.add({ days: 1 }))] : []),
    ...(hasYear ? [startOfDay(now.add({ years: 1 }).with({ month: 1, day: 1 }))] : [])
  ]
  return times.length === 0 ? undefined : Math.min(...times)
}

function startOfDay(time: Temporal.ZonedDateTime): number {
  return time.startOfDay().epochMilliseconds
}
