import { Fragment, type ReactNode } from 'react'

import type { DateFormats } from '../format/date-patterns.ts'
import {
  type DatePiece,
  datePieces,
  formatMoment,
  type NotionDate,
  onSiteClock
} from '../format/format-date.ts'
import { type PageContext, usePage } from '../context/page-context.ts'

/** A date of a record as `time` elements; its title is the time in the site's time zone. */
export function DateTime({ date, formats }: { date: NotionDate; formats?: DateFormats }) {
  return renderDate(date, formats, usePage())
}

export function renderDate(
  date: NotionDate,
  formats: DateFormats | undefined,
  { language, timeZone }: Pick<PageContext, 'language' | 'timeZone'>
): ReactNode {
  const settings = { language, timeZone, ...(formats && { formats }) }
  const pieces = datePieces(date, settings)
  const title = onSiteClock(date, settings)
  const [only] = pieces
  if (only && pieces.length === 1) return renderPiece(only, title)
  return pieces.map((piece, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>{renderPiece(piece, title)}</Fragment>
  ))
}

function renderPiece({ text, dateTime }: DatePiece, title: string | undefined): ReactNode {
  if (!dateTime) return text
  return (
    <time dateTime={dateTime} title={title}>
      {text}
    </time>
  )
}

/**
 * A moment (UTC milliseconds) as a day in the site's time zone; nothing if it is not valid. `day` is
 * the result of `formatMoment`, if it is known.
 */
export function Moment({ at, day }: { at: unknown; day?: string }) {
  const { language, timeZone } = usePage()
  const moment = new Date(Number(at))
  if (!at || Number.isNaN(moment.getTime())) return null
  return (
    <time dateTime={moment.toISOString()}>
      {day ?? formatMoment(moment.getTime(), language, timeZone)}
    </time>
  )
}
