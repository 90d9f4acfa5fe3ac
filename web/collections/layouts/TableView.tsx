import type { Block, CollectionView } from 'notion-types'
import { type CSSProperties, createElement, type ReactElement, type ReactNode } from 'react'

import { plainText } from '../../../site/notion/text/rich-text.ts'
import { joinClasses } from '../../blocks/context/join-classes.ts'
import { placeId } from '../../blocks/layout/BlockAnchor.tsx'
import { isNarrowed, sizedTable } from '../../blocks/layout/sized-table.ts'
import { renderProperty } from '../../blocks/rows/render-property.tsx'
import { repeatedValues } from '../../blocks/rows/repeated-values.ts'
import type { RowGroup, ShownView } from '../row-groups.ts'
import { renderRowLink } from '../RowLink.tsx'
import { TableFoot } from './TableFoot.tsx'
import { type TableColumn, sortedColumn, tableColumns } from './table-columns.ts'
import { type ViewPlace, viewHref } from '../view-place.ts'
import { type PageContext, usePage } from '../../blocks/context/page-context.ts'
import { useMessages } from '../../messages.ts'
import { coverValues, pageChapter } from '../../blocks/spoilers/Spoiler.tsx'
import { notion } from '../../blocks/vocabulary.ts'
import { renderTypeIcon } from '../../blocks/media/TypeIcon.tsx'

const box = `table-box ${notion.tableView.box}`
const rowLink = `${notion.link.page} ${notion.link.title}`

/** Rows that the first paint waits for (`paintTarget`); those that follow do not move them. */
const FIRST_ROWS = 4

interface TableProps {
  shown: ShownView
  group: RowGroup
  place: ViewPlace
}

/** Rows as a table. The title is the row's header; column headers are links that sort. */
export function TableView({ shown, group, place }: TableProps) {
  const { collection, view } = shown
  const context = usePage()
  const sortedBy = place.query.sort?.property
  const columns = tableColumns(collection, view, useMessages()).map((column) =>
    column.id === sortedBy ? sortedColumn(column) : column
  )
  const table = { context, view, repeatedMarkup: repeatedValues(context, collection.id) }
  const sized = sizedTable(columns)
  const name = view.name || plainText(collection.name)
  const hasNoLinks = group.rows.length === 0 && place.sorter !== 'server'
  return (
    // In a folder of files, heads are no links without script; the box takes focus for a keyboard to scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={box} style={firstWidth(columns)} tabIndex={hasNoLinks ? 0 : undefined}>
      <table
        {...sized}
        className={joinClasses(notion.tableView.table, sized.className)}
        aria-label={[name, group.label?.text].filter(Boolean).join(', ') || undefined}
      >
        <colgroup>
          {columns.map(({ id, width, isSorted }) => (
            <col
              key={id}
              className={isSorted && isNarrowed(width) ? 'narrowed' : undefined}
              style={{ width }}
            />
          ))}
        </colgroup>
        <thead className={notion.tableView.head}>
          <tr className={notion.tableView.headRow}>
            {columns.map((column) => (
              <HeadCell key={column.id} column={column} place={place} />
            ))}
          </tr>
        </thead>
        <tbody className={notion.tableView.body}>
          {group.rows.length === 0 && <NoRows columns={columns.length} />}
          {group.rows.map((row, index) => (
            <tr
              key={row.id}
              id={isLastOfFirst(group, index) ? firstRowsId(context, place) : undefined}
              className={notion.tableView.row}
            >
              {columns.map((column) => renderCell(table, row, column))}
            </tr>
          ))}
        </tbody>
        <TableFoot columns={columns} summaries={group.summaries} />
      </table>
    </div>
  )
}

/** The width of the first column, which stays in view while the table scrolls. */
function firstWidth([first]: TableColumn[]): CSSProperties | undefined {
  return first && ({ '--first': `${first.width ?? first.usual}px` } as CSSProperties)
}

/** Groups have no such row: an id must be unique. */
function isLastOfFirst({ label }: RowGroup, index: number): boolean {
  return label === undefined && index === FIRST_ROWS - 1
}

function firstRowsId(context: PageContext, { anchor }: ViewPlace): string | undefined {
  return placeId(context, `${anchor}-rows`)
}

/** A table without rows still shows which columns it has. */
function NoRows({ columns }: { columns: number }) {
  return (
    <tr>
      <td className="empty" colSpan={columns}>
        {useMessages().noRows}
      </td>
    </tr>
  )
}

function HeadCell({ column, place }: { column: TableColumn; place: ViewPlace }) {
  const { id, schema } = column
  const { sort } = place.query
  const isSorted = sort?.property === id
  const isDescending = isSorted && sort.isDescending
  // The third click restores the order of the view.
  const next = isDescending ? undefined : { property: id, isDescending: isSorted }
  return (
    <th
      scope="col"
      className={column.headClass}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
    >
      <HeadText
        place={place}
        word={place.words.get(place.query.viewId)?.properties.get(id) ?? id}
        href={viewHref(place, { sort: next, from: 0 })}
      >
        {renderTypeIcon(usePage(), schema.type, notion.property.icon)}
        {schema.name}
      </HeadText>
    </th>
  )
}

/** The link that sorts. In a folder of files, a script gives it its address. */
function HeadText(props: { place: ViewPlace; word: string; href: string; children: ReactNode }) {
  const { place, word, href, children } = props
  const className = notion.tableView.headText
  if (place.sorter === 'none') return <span className={className}>{children}</span>
  return (
    <a
      href={place.sorter === 'server' ? href : undefined}
      data-view-link={`sort ${word}`}
      className={className}
    >
      {children}
    </a>
  )
}

interface CellTable {
  context: PageContext
  view: CollectionView
  repeatedMarkup: ReturnType<typeof repeatedValues>
}

/** Functions instead of components: a table has thousands of cells. */
function renderCell(table: CellTable, row: Block, column: TableColumn): ReactElement {
  const { context, view, repeatedMarkup } = table
  const { id, className, schema } = column
  if (column.isTitle) {
    return (
      <th key={id} scope="row" className={className}>
        {renderRowLink(row, view, { context, className: rowLink })}
      </th>
    )
  }
  const cell = { row, id, schema }
  const markup = pageChapter(context, row.id) === undefined ? repeatedMarkup(cell) : undefined
  if (markup) return createElement('td', { key: id, className, dangerouslySetInnerHTML: markup })
  return (
    <td key={id} className={className}>
      {coverValues(context, row.id, renderProperty(context, cell))}
    </td>
  )
}
