import { Fragment, type ReactNode } from 'react'

import type { DateFormats } from '../format/date-patterns.ts'
import { datePieces, formatMoment, type NotionDate, onSiteClock } from '../format/format-date.ts'
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
  return pieces.map(({ text, dateTime }, index) =>
    dateTime ? (
      // oxlint-disable-next-line react/no-array-index-key
      <time key={index} dateTime={dateTime} title={title}>
        {text}
      </time>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={index}>{text}</Fragment>
    )
  )
}

/** A moment (UTC milliseconds) as a day in the site's time zone; nothing if it is not valid. */
export function Moment({ at }: { at: unknown }) {
  const { language, timeZone } = usePage()
  const moment = new Date(Number(at))
  if (!at || Number.isNaN(moment.getTime())) return null
  return (
    <time dateTime={moment.toISOString()}>
      {formatMoment(moment.getTime(), language, timeZone)}
    </time>
  )
}
