import { Fragment, type ReactNode } from 'react'

import { datesIn } from '../../../site/notion/text/rich-text.ts'
import { dateOfMoment } from '../format/date-ends.ts'
import { renderDate } from '../text/render-date.tsx'
import { type PageContext, usePage } from '../context/page-context.ts'
import { renderRichText } from '../text/RichText.tsx'
import type { PropertySchema, ValueProps } from './property-schema.ts'

/** The dates of a property in the property's format. */
export function renderDates({ schema, value }: ValueProps, context: PageContext): ReactNode {
  const dates = datesIn(value)
  // Text from before the property's type was changed to date.
  if (dates.length === 0) return renderRichText(value, context)
  const [first] = dates
  if (first && dates.length === 1) return renderDate(first, schema, context)
  return dates.map((date, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && ', '}
      {renderDate(date, schema, context)}
    </Fragment>
  ))
}

/** The created or last edited time of a row, in the site's time zone. */
export function MomentValue({ at, schema }: { at: unknown; schema: PropertySchema }) {
  const context = usePage()
  const date = typeof at === 'number' ? dateOfMoment(at, context.timeZone) : undefined
  return date ? renderDate(date, schema, context) : null
}
