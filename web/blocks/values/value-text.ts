import type { PageQuery } from '../../../site/addresses/page-query.ts'
import { dateOfMoment } from '../format/date-ends.ts'
import { dateText } from '../format/format-date.ts'
import { formatNumber } from '../format/format-number.ts'
import { computedDate, kindOf, resultSchema } from './computed-kind.ts'
import type { PropertySchema } from './property-schema.ts'

type TextOf = NonNullable<PageQuery['textOf']>

/**
 * Returns a function that formats the numbers, dates and times of rows as the pages do, so that
 * searches in a view match what is visible.
 */
export function valueText(language: string, timeZone: string): TextOf {
  return ({ schema: sent, shown, text, number, date }) => {
    const schema: PropertySchema = sent
    const settings = { language, timeZone, formats: schema }
    if (date) return dateText(date, settings)
    if (number === null) return text
    const { type } = schema
    if (type === 'number') return formatNumber(text, schema.number_format, language)
    if (type === 'created_time' || type === 'last_edited_time') {
      const moment = dateOfMoment(number, timeZone)
      return moment ? dateText(moment, settings) : text
    }
    if (type !== 'formula' && type !== 'rollup') return text
    const formats = resultSchema(schema, shown)
    const kind = kindOf({ text, number })
    if (kind === 'number') return formatNumber(text, formats.number_format, language)
    return kind === 'date' ? dateText(computedDate(text), { ...settings, formats }) : text
  }
}
