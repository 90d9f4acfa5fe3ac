import { verificationOf } from '../../../site/notion/text/place-and-verification.ts'
import { dateOfMoment, type NotionDate } from '../format/date-ends.ts'
import { renderDate } from '../text/render-date.tsx'
import { usePage } from '../context/page-context.ts'
import { RichText } from '../text/RichText.tsx'
import { PeopleValue } from './PeopleValue.tsx'
import type { ValueProps } from './property-schema.ts'

/** The verification state of a page, until when it is valid and who verified it. */
export function VerificationValue({ schema, value }: ValueProps) {
  const context = usePage()
  const { timeZone, messages } = context
  const found = verificationOf(value)
  if (!found) return <RichText value={value} />
  const { state, until, byId } = found
  const date = until === undefined ? undefined : verificationDate(until, timeZone)
  return (
    <span className={`verification ${state}`}>
      {messages.verification[state]}
      {date && messages.until}
      {date && renderDate(date, schema, context)}
      {byId && messages.by}
      {byId && <PeopleValue ids={[byId]} />}
    </span>
  )
}

/** A day stays as it is; a moment becomes its day in the site's time zone. */
function verificationDate(text: string, timeZone: string): NotionDate {
  const isMoment = /T.*(Z|[+-]\d\d:?\d\d)$/.test(text)
  const moment = isMoment ? dateOfMoment(Date.parse(text), timeZone) : undefined
  return { start_date: moment?.start_date ?? text.slice(0, 10) }
}
