import { Card } from '../../blocks/rows/Card.tsx'
import { joinClasses } from '../../blocks/context/join-classes.ts'
import { usePage } from '../../blocks/context/page-context.ts'
import { type ShownProperty, viewProperties } from '../../blocks/rows/view-properties.ts'
import { GroupHeading, type GroupLevel, GroupSection, deeper } from '../GroupSection.tsx'
import { type RowGroup, type ShownView, boardSections } from '../row-groups.ts'
import { useMessages } from '../../messages.ts'
import { notion } from '../../blocks/vocabulary.ts'

const board = `board ${notion.board.box}`
const boardColumn = `board-column ${notion.board.column}`
const head = `group-name ${notion.board.head}`

/** Rows as a board of columns, side by side if they fit; one board for each sub-group. */
export function BoardView({ shown, level }: { shown: ShownView; level: GroupLevel }) {
  const { collection, view } = shown
  const properties = viewProperties(collection, view)
  const size: unknown = view.format?.board_cover_size
  const className = joinClasses(
    board,
    size === 'small' || size === 'large'
      ? `board-${size} notion-board-view-size-${size}`
      : 'notion-board-view-size-medium'
  )
  return boardSections(usePage(), shown).map(({ key, label, total, columns }) => (
    <GroupSection key={key} label={label} total={total} level={level}>
      <div className={className}>
        {columns.map((column) => (
          <BoardColumn
            key={column.key}
            {...{ shown, column, properties }}
            level={label ? deeper(level) : level}
          />
        ))}
      </div>
    </GroupSection>
  ))
}

function BoardColumn(props: {
  shown: ShownView
  column: RowGroup
  properties: ShownProperty[]
  level: GroupLevel
}) {
  const { shown, column, properties, level } = props
  const messages = useMessages()
  const { label = { text: messages.all, color: undefined }, total, rows } = column
  const tint = /^[a-z]+$/.test(label.color ?? '') && label.color !== 'default'
  return (
    <section className={joinClasses(boardColumn, tint && `tag-${label.color}`)}>
      <GroupHeading {...{ label, total, level }} className={head} />
      <ul>
        {rows.map((row) => (
          <li key={row.id} className={notion.board.card}>
            <Card row={row} view={shown.view} properties={properties} />
          </li>
        ))}
      </ul>
    </section>
  )
}
