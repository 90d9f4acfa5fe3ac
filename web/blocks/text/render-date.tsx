import { Fragment, type ReactNode } from 'react'

import type { NotionDate } from '../format/date-ends.ts'
import type { DateFormats } from '../format/date-patterns.ts'
import { type DatePiece, datePieces, onSiteClock } from '../format/format-date.ts'
import type { PageContext } from '../context/page-context.ts'

/** A date of a record as `time` elements; its title is the time in the site's time zone. */
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
