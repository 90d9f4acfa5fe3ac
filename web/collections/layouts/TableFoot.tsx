import type { Aggregation } from '../../../site/notion/collections/aggregation.ts'
import type { Summary } from '../../../site/pages/view-window.ts'
import type { Messages } from '../../../site/locales/en.ts'
import { messageNamed } from '../../../site/locales/messages-for.ts'
import { daySummary } from '../../blocks/format/day-summary.ts'
import type { DateSettings } from '../../blocks/format/format-date.ts'
import { numberSummary } from '../../blocks/format/summary-text.ts'
import { usePage } from '../../blocks/context/page-context.ts'
import { type TableColumn, cellClass } from './table-columns.ts'
import { joinClasses } from '../../blocks/context/join-classes.ts'

/** Summaries of all rows of a table, below their columns. */
export function TableFoot(props: { columns: TableColumn[]; summaries: Summary[] }) {
  const { columns, summaries } = props
  const cells = columns.map((column) => ({
    column,
    results: summaries.filter(({ property, value }) => property === column.id && value !== null)
  }))
  if (cells.every(({ results }) => results.length === 0)) return null
  return (
    <tfoot>
      <tr>
        {cells.map(({ column, results }) => (
          <td
            key={column.id}
            className={joinClasses(cellClass(column.schema.type), column.isSorted && 'sorted')}
          >
            {results.map((summary) => (
              <SummaryText key={JSON.stringify(summary)} column={column} summary={summary} />
            ))}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

function SummaryText({ column, summary }: { column: TableColumn; summary: Summary }) {
  const { language, timeZone, messages } = usePage()
  const format = column.schema.number_format
  const text = summaryText(summary, { format, language, timeZone })
  return (
    <span className="summary">
      <span className="summary-name">{aggregationName(summary, messages)}</span> {text}
    </span>
  )
}

/** The label of an aggregation. */
export function aggregationName(
  { aggregator, group }: Aggregation,
  { aggregators }: Messages
): string {
  return group?.name ?? messageNamed(aggregators, aggregator) ?? aggregator
}

/** A formatted result: a share in percent, a sum in the format of its property. */
export function summaryText(
  { aggregator, value }: Pick<Summary, 'aggregator' | 'value'>,
  { format, ...settings }: DateSettings & { format: string | undefined }
): string {
  if (value === null) return '—'
  if (typeof value !== 'number') return daySummary(value, settings)
  return numberSummary({ aggregator, value }, { format, language: settings.language })
}
