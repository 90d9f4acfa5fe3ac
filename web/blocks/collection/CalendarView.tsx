import type { Block } from 'notion-types'

import { dateRule } from '../../../site/view-rules.ts'
import { usePage } from '../page-context.ts'
import { RowFacts } from '../RowFacts.tsx'
import { viewProperties } from '../view-properties.ts'
import { calendarMonths, dayName, monthName, weekdays } from './calendar-months.ts'
import { GroupSection, type GroupLevel } from './GroupSection.tsx'
import { ListView } from './ListView.tsx'
import type { RowGroup, ShownView } from './row-groups.ts'
import { RowLink } from './RowLink.tsx'
import { rowSpan } from './row-span.ts'

/** Rows in a grid for each month that has some; below them the rows without a date. */
export function CalendarView(props: { shown: ShownView; group: RowGroup; level: GroupLevel }) {
  const { shown, group, level } = props
  const { collection, view } = shown
  const { timeZone, words } = usePage()
  const rule = dateRule(view, collection.schema)
  if (!rule) return <ListView shown={shown} group={group} />

  const dayOf = (row: Block) => rowSpan(row, rule, { collection, timeZone })?.start
  const days = rowsByDay(group.rows, dayOf)
  const { undefined: undated = [], ...dated } = Object.fromEntries(days)
  const rest = { ...group, rows: undated }
  const name = collection.schema[rule.start]?.name
  const label = { text: name ? words.without(name) : words.noDate, color: undefined }
  return (
    <>
      {calendarMonths(Object.keys(dated)).map(({ month, weeks }) => (
        <Month key={month} {...{ shown, month, weeks, rows: days }} />
      ))}
      {undated.length > 0 && (
        <GroupSection label={label} total={undated.length} level={level}>
          <ListView shown={shown} group={rest} />
        </GroupSection>
      )}
    </>
  )
}

/** Rows by their first day; under `undefined` those without one. */
function rowsByDay(rows: Block[], dayOf: (row: Block) => string | undefined): Map<string, Block[]> {
  const days = new Map<string, Block[]>()
  for (const row of rows) {
    const day = String(dayOf(row))
    days.set(day, [...(days.get(day) ?? []), row])
  }
  return days
}

interface MonthProps {
  shown: ShownView
  /** `YYYY-MM`. */
  month: string
  /** The days of each week, undefined beside the month. */
  weeks: (string | undefined)[][]
  rows: Map<string, Block[]>
}

function Month({ shown, month, weeks, rows }: MonthProps) {
  const { language } = usePage()
  return (
    <table className="month">
      <caption>{monthName(month, language)}</caption>
      <thead>
        <tr>
          {weekdays(language).map(({ short, long }) => (
            <th key={long} scope="col" abbr={long}>
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week.find(Boolean)}>
            {week.map((day, index) => (
              // Days beside the month have no name of their own.
              // oxlint-disable-next-line react/no-array-index-key
              <Day key={index} day={day} rows={rows.get(day ?? '') ?? []} shown={shown} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Day(props: { day: string | undefined; rows: Block[]; shown: ShownView }) {
  const { day, rows, shown } = props
  const { language } = usePage()
  if (day === undefined) return <td className="no-day">{'\u00a0'}</td>
  const properties = viewProperties(shown.collection, shown.view)
  return (
    <td className={rows.length > 0 ? 'busy' : undefined}>
      <time dateTime={day}>
        <span className="day-number">{Number(day.slice(8))}</span>
        <span className="day-name">{rows.length > 0 && dayName(day, language)}</span>
      </time>
      {rows.length > 0 && (
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              <RowLink row={row} view={shown.view} />
              <RowFacts row={row} properties={properties} />
            </li>
          ))}
        </ul>
      )}
    </td>
  )
}
