import type { Block } from 'notion-types'

import { plainText } from '../../../../site/notion/text/rich-text.ts'
import { dateRule } from '../../../../site/notion/collections/view-rules.ts'
import { dateText } from '../../../blocks/format/format-date.ts'
import { type PageContext, usePage } from '../../../blocks/context/page-context.ts'
import { renderProperty } from '../../../blocks/rows/render-property.tsx'
import { coverValues } from '../../../blocks/spoilers/Spoiler.tsx'
import { type ShownProperty, viewProperties } from '../../../blocks/rows/view-properties.ts'
import { ListView } from '../ListView.tsx'
import type { RowGroup, ShownView } from '../../row-groups.ts'
import { RowLink } from '../../RowLink.tsx'
import { type RowSpan, dayNumber, rowSpan } from '../row-span.ts'
import { cellClass, titleProperty } from '../table-columns.ts'
import { TimelineAxis, timelineScale } from './TimelineAxis.tsx'

/** Rows as a table with their dates and a bar for each. */
export function TimelineView({ shown, group }: { shown: ShownView; group: RowGroup }) {
  const context = usePage()
  const { collection, view } = shown
  const rule = dateRule(view, collection.schema)
  const source = { collection, timeZone: context.timeZone, values: context.page.values }
  const spanOf = (row: Block) => rule && rowSpan(row, rule, source)
  const range = rangeOf(context, shown, spanOf)
  if (!rule || !range) return <ListView shown={shown} group={group} />

  const dates = [rule.start, ...(rule.end === undefined ? [] : [rule.end])]
  const properties = viewProperties(collection, view).filter(({ id }) => !dates.includes(id))
  const columns = [...dates.flatMap((id) => schemaOf(shown, id)), ...properties]
  const { ticks, attributes } = timelineScale(range, context)
  const period = { start_date: range.start, end_date: range.end }
  return (
    <div className="table-box">
      <table
        {...attributes}
        className="timeline"
        aria-label={view.name || plainText(collection.name) || undefined}
      >
        <thead>
          <tr>
            <th scope="col">{titleProperty(collection, context.messages).schema.name}</th>
            <th scope="col" className="timeline-bars">
              {dateText(period, context)}
              <TimelineAxis ticks={ticks} />
            </th>
            {columns.map(({ id, schema }) => (
              <th key={id} scope="col">
                {schema.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {group.rows.map((row) => (
            <TimelineRow key={row.id} {...{ shown, row, span: spanOf(row), range, columns }} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function schemaOf({ collection }: ShownView, id: string): ShownProperty[] {
  const schema = collection.schema[id]
  return schema ? [{ id, schema }] : []
}

/** The range from the first to the last day of all shown rows, the same for each group. */
function rangeOf(
  context: PageContext,
  { page }: ShownView,
  spanOf: (row: Block) => RowSpan | undefined
): RowSpan | undefined {
  const spans = page.groups.flatMap(({ rowIds }) =>
    rowIds.flatMap((id) => {
      const row = context.blocks.get(id)
      return row ? (spanOf(row) ?? []) : []
    })
  )
  const [first] = spans.map(({ start }) => start).toSorted()
  const last = spans
    .map(({ end }) => end)
    .toSorted()
    .at(-1)
  return first === undefined || last === undefined ? undefined : { start: first, end: last }
}

function TimelineRow(props: {
  shown: ShownView
  row: Block
  span: RowSpan | undefined
  range: RowSpan
  columns: ShownProperty[]
}) {
  const { shown, row, span, range, columns } = props
  const context = usePage()
  return (
    <tr>
      <th scope="row">
        <RowLink row={row} view={shown.view} />
      </th>
      <td className="timeline-bars">
        {span && coverValues(context, row.id, <Bar span={span} range={range} />)}
      </td>
      {columns.map(({ id, schema }) => (
        <td key={id} className={cellClass(schema.type)}>
          {coverValues(context, row.id, renderProperty(context, { row, id, schema }))}
        </td>
      ))}
    </tr>
  )
}

/** A bar; hidden from screen readers, since the dates are beside it. */
function Bar({ span, range }: { span: RowSpan; range: RowSpan }) {
  const first = dayNumber(range.start)
  const days = dayNumber(range.end) - first + 1
  const share = (count: number) => `${((count / days) * 100).toFixed(2)}%`
  const marginInlineStart = share(dayNumber(span.start) - first)
  const width = share(dayNumber(span.end) - dayNumber(span.start) + 1)
  return (
    <div className="bar-track" aria-hidden="true">
      <div className="bar" style={{ marginInlineStart, width }} />
    </div>
  )
}
