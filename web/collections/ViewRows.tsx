import { messageNamed } from '../../site/locales/messages-for.ts'
import { usePage } from '../blocks/context/page-context.ts'
import { BoardView } from './layouts/BoardView.tsx'
import { CalendarView } from './layouts/CalendarView.tsx'
import { ChartView } from './layouts/ChartView.tsx'
import { FeedView } from './layouts/FeedView.tsx'
import { GalleryView } from './layouts/GalleryView.tsx'
import { type GroupLevel, GroupSection, deeper } from './GroupSection.tsx'
import { ListView } from './layouts/ListView.tsx'
import { type RowGroup, type ShownView, boardSections, rowGroups } from './row-groups.ts'
import { TableView } from './layouts/TableView.tsx'
import { TimelineView } from './layouts/timeline/TimelineView.tsx'
import type { ViewPlace } from './view-place.ts'
import { useMessages } from '../messages.ts'

interface ViewProps {
  shown: ShownView
  place: ViewPlace
  level: GroupLevel
}

/** The rows of a view in the layout of its type, by group. */
export function ViewRows({ shown, place, level }: ViewProps) {
  const context = usePage()
  const type: string = shown.view.type
  if (type === 'board' && boardSections(context, shown).length > 0) {
    return <BoardView shown={shown} level={level} />
  }

  const groups = rowGroups(context, shown)
  const note = messageNamed(context.messages.listed, type)
  return (
    <>
      {note && <p className="view-note">{note}</p>}
      {type === 'chart' && <ChartView shown={shown} />}
      {groups.map((group) => (
        <GroupSection key={group.key} label={group.label} total={group.total} level={level}>
          <Rows {...{ shown, place, group }} level={group.label ? deeper(level) : level} />
        </GroupSection>
      ))}
      {groups.length === 0 && <Rows {...{ shown, place, level }} group={noRows} />}
    </>
  )
}

function Rows({ shown, place, group, level }: ViewProps & { group: RowGroup }) {
  const type: string = shown.view.type
  if (type === 'table') return <TableView {...{ shown, place, group }} />
  if (group.rows.length === 0) return <NoRows />
  switch (type) {
    case 'gallery':
      return <GalleryView {...{ shown, group }} />
    case 'calendar':
      return <CalendarView {...{ shown, group, level }} />
    case 'timeline':
      return <TimelineView {...{ shown, group }} />
    case 'feed':
      return <FeedView {...{ shown, group }} />
    default:
      return <ListView {...{ shown, group }} />
  }
}

const noRows: RowGroup = { key: 'none', label: undefined, total: 0, rows: [], summaries: [] }

function NoRows() {
  return <p className="empty">{useMessages().nothingHere}</p>
}
