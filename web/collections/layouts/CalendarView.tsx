import { dateRule } from '../../../site/notion/collections/view-rules.ts'
import { dateText } from '../../blocks/format/format-date.ts'
import { usePage } from '../../blocks/context/page-context.ts'
import { RowFacts } from '../../blocks/rows/RowFacts.tsx'
import { viewProperties } from '../../blocks/rows/view-properties.ts'
import { coverValues } from '../../blocks/spoilers/Spoiler.tsx'
import { type DayRow, placeRows } from './calendar-days.ts'
import { calendarMonths, dayName, monthName, weekdays } from './calendar-months.ts'
import { GroupSection, type GroupLevel } from '../GroupSection.tsx'
import { ListView } from './ListView.tsx'
import type { RowGroup, ShownView } from '../row-groups.ts'
import { RowLink } from '../RowLink.tsx'
import { rowSpan } from './row-span.ts'
import { type Weekday, weekStart } from './week-start.ts'

/** A grid for each month that has rows, and below them the rows without a date. */
export function CalendarView(props: { shown: ShownView; group: RowGroup; level: GroupLevel }) {
  const { shown, group, level } = props
  const { collection, view } = shown
  const { language, timeZone, messages, page } = usePage()
  const rule = dateRule(view, collection.schema)
  if (!rule) return <ListView shown={shown} group={group} />

  const source = { collection, timeZone, values: page.values }
  const { days, undated } = placeRows(group.rows, (row) => rowSpan(row, rule, source))
  const firstDay = weekStart(view, language)
  const rest = { ...group, rows: undated }
  const name = collection.schema[rule.start]?.name
  const label = { text: name ? messages.without(name) : messages.noDate, color: undefined }
  return (
    <>
      {calendarMonths([...days.keys()], firstDay).map(({ month, weeks }) => (
        <Month key={month} {...{ shown, month, weeks, firstDay, days }} />
      ))}
      {undated.length > 0 && (
        <GroupSection label={label} total={undated.length} level={level}>
          <ListView shown={shown} group={rest} />
        </GroupSection>
      )}
    </>
  )
}

interface MonthProps {
  shown: ShownView
  /** `YYYY-MM`. */
  month: string
  /** The days of each week; undefined for days of other months. */
  weeks: (string | undefined)[][]
  firstDay: Weekday
  /** Rows by day, `YYYY-MM-DD`. */
  days: Map<string, DayRow[]>
}

function Month({ shown, month, weeks, firstDay, days }: MonthProps) {
  const { language } = usePage()
  return (
    <table className="month">
      <caption>{monthName(month, language)}</caption>
      <thead>
        <tr>
          {weekdays(language, firstDay).map(({ short, long }) => (
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
              // Days of other months have no key of their own.
              // oxlint-disable-next-line react/no-array-index-key
              <Day key={index} day={day} rows={days.get(day ?? '') ?? []} shown={shown} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Day(props: { day: string | undefined; rows: DayRow[]; shown: ShownView }) {
  const { day, rows, shown } = props
  const { language } = usePage()
  if (day === undefined) return <td className="no-day">{'\u00a0'}</td>
  return (
    <td className={rows.length > 0 ? 'busy' : undefined}>
      <time dateTime={day}>
        <span className="day-number">{Number(day.slice(8))}</span>
        <span className="day-name">{rows.length > 0 && dayName(day, language)}</span>
      </time>
      {rows.length > 0 && (
        <ul>
          {rows.map((entry) => (
            <Entry key={entry.row.id} {...{ shown, entry }} />
          ))}
        </ul>
      )}
    </td>
  )
}

/** A row with its properties on its first day; only its name on later days. */
function Entry({ shown, entry }: { shown: ShownView; entry: DayRow }) {
  const { collection, view } = shown
  const { row, span, isFirst } = entry
  const context = usePage()
  const link = <RowLink row={row} view={view} />
  if (!isFirst) return <li className="later-day">{link}</li>
  const properties = viewProperties(collection, view)
  const start = dateRule(view, collection.schema)?.start
  const isPeriodShown = span.start === span.end || properties.some(({ id }) => id === start)
  const period = { start_date: span.start, end_date: span.end }
  return (
    <li>
      {link}
      {!isPeriodShown &&
        coverValues(context, row.id, <p className="row-period">{dateText(period, context)}</p>)}
      <RowFacts row={row} properties={properties} />
    </li>
  )
}
