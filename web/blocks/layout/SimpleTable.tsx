import type { Block } from 'notion-types'

import { tableColumns } from '../../../site/notion/blocks/table-columns.ts'
import { type ColumnWidth, columnWidth, sizedTable } from './sized-table.ts'
import { linkedId } from './BlockAnchor.tsx'
import { splitContent } from '../context/extra-text.ts'
import { usePage } from '../context/page-context.ts'
import { colorClass, renderRichText } from '../text/RichText.tsx'
import { notion } from '../vocabulary.ts'
import { joinClasses } from '../context/join-classes.ts'

const box = 'table-box simple-table'
const headRow = `${notion.table.row} ${notion.table.headRow}`

/** Columns that fit into the width of the text; a table with more is wider. */
const TEXT_COLUMNS = 3

interface TableFormat {
  table_block_column_format?: Record<string, { color?: string; width?: unknown }>
  /** Notion's names are swapped: this one means that the first row is a header. */
  table_block_column_header?: boolean
  table_block_row_header?: boolean
}

/** A simple table with its header row and header column. */
export function SimpleTable({ block }: { block: Block }) {
  const context = usePage()
  const format = (block.format ?? {}) as TableFormat
  const { extraText, content } = splitContent(context, block)
  const columns = tableColumns(block, content.filter(isRow))
  const widths = widthsOf(columns, format)
  const sized = widths && sizedTable(widths)
  const headEnd = format.table_block_column_header ? content.findIndex(isRow) + 1 : 0
  const rowOf = (row: Block) => <Row key={row.id} {...{ row, columns, format }} />

  return (
    <>
      {context.renderBlocks(extraText)}
      {/* Wide tables scroll inside; the box takes focus so that a keyboard can scroll it too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={joinClasses(box, columns.length > TEXT_COLUMNS && 'wide')} tabIndex={0}>
        <table {...sized} className={joinClasses(notion.table.box, sized?.className)}>
          {widths && <Widths widths={widths} />}
          {headEnd > 0 && (
            <thead>
              {content.slice(0, headEnd).map((row) => (
                <Row key={row.id} {...{ row, columns, format }} isHead />
              ))}
            </thead>
          )}
          <tbody>{content.slice(headEnd).map(rowOf)}</tbody>
        </table>
      </div>
    </>
  )
}

function isRow({ type }: { type: string }): boolean {
  return type === 'table_row'
}

/** The widths of the columns; undefined if the author set none, so that they follow from the text. */
function widthsOf(columns: string[], format: TableFormat): ColumnWidth[] | undefined {
  const widths = columns.map((column) => ({
    width: columnWidth(format.table_block_column_format?.[column]?.width),
    usual: 120
  }))
  return widths.some(({ width }) => width !== undefined) ? widths : undefined
}

function Widths({ widths }: { widths: ColumnWidth[] }) {
  return (
    <colgroup>
      {widths.map(({ width }, index) => (
        // Columns never move.
        // oxlint-disable-next-line react/no-array-index-key
        <col key={index} style={width === undefined ? undefined : { width }} />
      ))}
    </colgroup>
  )
}

interface RowProps {
  row: Block
  columns: string[]
  format: TableFormat
  isHead?: boolean
}

/**
 * A row, and below it what Notion never puts there but a record may: blocks inside the row, or a
 * block that is not a row.
 */
function Row(props: RowProps) {
  const { row, columns } = props
  const context = usePage()
  const below = isRow(row) ? splitContent(context, row).content : [row]
  return (
    <>
      {isRow(row) && <Cells {...props} />}
      {below.length > 0 && (
        <tr>
          <td colSpan={Math.max(columns.length, 1)}>{context.renderBlocks(below)}</td>
        </tr>
      )}
    </>
  )
}

function Cells({ row, columns, format, isHead }: RowProps) {
  const context = usePage()
  const id = linkedId(context, row.id)
  const color = colorClass(row.format?.block_color)
  const texts = (row.properties ?? {}) as Record<string, unknown>
  return (
    <tr id={id} className={joinClasses(isHead ? headRow : notion.table.row, color)}>
      {columns.map((column, index) => {
        const isRowHead = format.table_block_row_header && index === 0
        const Cell = isHead || isRowHead ? 'th' : 'td'
        const columnColor = colorClass(format.table_block_column_format?.[column]?.color)
        return (
          <Cell
            key={column}
            className={isRowHead ? joinClasses(notion.table.headCell, columnColor) : columnColor}
            scope={isHead ? 'col' : isRowHead ? 'row' : undefined}
          >
            {renderRichText(texts[column], context)}
          </Cell>
        )
      })}
    </tr>
  )
}
