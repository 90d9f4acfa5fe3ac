import type { CollectionPropertySchema } from 'notion-types'

import { plainText } from '../../../site/notion/text/rich-text.ts'
import type { ChartBar } from '../../../site/pages/view-window.ts'
import type { Messages } from '../../../site/locales/en.ts'
import { type ChartRule, chartRule } from '../../../site/notion/collections/view-rules.ts'
import { dateText } from '../../blocks/format/format-date.ts'
import { formatNumber } from '../../blocks/format/format-number.ts'
import { type PageContext, usePage } from '../../blocks/context/page-context.ts'
import { pageTitle, userName } from '../../blocks/context/shown-names.ts'
import { tagElement } from '../../blocks/rows/Tag.tsx'
import { coverName, pageChapter } from '../../blocks/spoilers/Spoiler.tsx'
import { computedDate } from '../../blocks/values/computed-kind.ts'
import type { PropertySchema } from '../../blocks/values/property-schema.ts'
import { monthName, yearName } from './calendar-months.ts'
import { type ShownView, peopleTypes } from '../row-groups.ts'
import { aggregationName, summaryText } from './TableFoot.tsx'
import { useMessages } from '../../messages.ts'

/** A chart as a table of numbers with bars; nothing if the view has no chart settings. */
export function ChartView({ shown }: { shown: ShownView }) {
  const { collection, view, page } = shown
  const messages = useMessages()
  const rule = chartRule(view, collection.schema)
  const { bars } = page
  if (!rule || !bars) return null
  if (rule.property === undefined)
    return <NumberChart {...{ shown, rule }} value={bars[0]?.value} />

  const by = collection.schema[rule.property]
  const maximum = Math.max(0, ...bars.map(({ value }) => value ?? 0))
  return (
    <div className="table-box">
      <table className="chart" aria-label={view.name || plainText(collection.name) || undefined}>
        <thead>
          <tr>
            <th scope="col">{by?.name}</th>
            <th scope="col" colSpan={2}>
              {measureName(messages, shown, rule)}
            </th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <ChartRow key={JSON.stringify(bar)} {...{ shown, rule, bar, maximum }} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A chart of one number over all rows. */
function NumberChart(props: {
  shown: ShownView
  rule: ChartRule
  value: number | null | undefined
}) {
  const { shown, rule, value = null } = props
  const context = usePage()
  const format = shown.collection.schema[rule.of]?.number_format
  return (
    <p className="chart-number">
      <strong>{summaryText({ ...rule, value }, { ...context, format })}</strong>{' '}
      <span>{measureName(context.messages, shown, rule)}</span>
    </p>
  )
}

function measureName(messages: Messages, { collection }: ShownView, rule: ChartRule): string {
  const name = aggregationName(rule, messages)
  if (rule.aggregator === 'count') return name
  const of = collection.schema[rule.of]?.name ?? messages.rows
  return rule.group ? `${of}: ${name}` : messages.measureOf(name, of)
}

function ChartRow(props: { shown: ShownView; rule: ChartRule; bar: ChartBar; maximum: number }) {
  const { shown, rule, bar, maximum } = props
  const context = usePage()
  const { messages } = context
  const chapter = (bar.targetId ? pageChapter(context, bar.targetId) : undefined) ?? bar.spoiler
  const { schema } = shown.collection
  const by = rule.property === undefined ? undefined : schema[rule.property]
  const color = by?.options?.find((option) => option.value === bar.label)?.color
  const format = schema[rule.of]?.number_format
  const share = maximum > 0 ? Math.max(0, (bar.value ?? 0) / maximum) : 0
  return (
    <tr>
      <th scope="row">
        {coverName(tagElement({ name: barName(context, by, bar), color }), { chapter, messages })}
      </th>
      <td className="cell-number">
        {summaryText({ ...rule, value: bar.value }, { ...context, format })}
      </td>
      <td className="chart-bars" aria-hidden="true">
        <div className="bar-track">
          <div className="bar" style={{ width: `${(share * 100).toFixed(2)}%` }} />
        </div>
      </td>
    </tr>
  )
}

function barName(
  context: PageContext,
  by: CollectionPropertySchema | undefined,
  { label, targetId }: ChartBar
): string {
  const { messages } = context
  const named = targetId ? (userName(context, targetId) ?? pageTitle(context, targetId)) : undefined
  if (named !== undefined) return named
  if (label) return labelText(label, by, context)
  if (targetId) return peopleTypes.has(by?.type ?? '') ? messages.missing.u : messages.missing.p
  return by?.name ? messages.without(by.name) : messages.noValue
}

const dateTypes = new Set<string>(['date', 'created_time', 'last_edited_time'])

/** Formats numbers and dates like the rest of the page. */
function labelText(
  label: string,
  by: PropertySchema | undefined,
  { language, timeZone }: PageContext
): string {
  if (by?.type === 'number') return formatNumber(label, by.number_format, language)
  if (!dateTypes.has(by?.type ?? '')) return label
  if (/^\d{4}$/.test(label)) return yearName(label, language)
  if (/^\d{4}-\d\d$/.test(label)) return monthName(label, language)
  return dateText(computedDate(label), { language, timeZone, formats: by })
}
