import type { Block } from 'notion-types'

import { ids } from '../../../site/notion/blocks/block-references.ts'
import { linkedId } from './BlockAnchor.tsx'
import { splitContent } from '../context/extra-text.ts'
import { usePage } from '../context/page-context.ts'
import { colorClass, renderRichText } from '../text/RichText.tsx'
import { notion } from '../vocabulary.ts'
import { joinClasses } from '../context/join-classes.ts'

const headRow = `${notion.table.row} ${notion.table.headRow}`

interface TableFormat {
  table_block_column_order?: string[]
  table_block_column_format?: Record<string, { color?: string; width?: number }>
  /** Notion's names are swapped: this one means that the first row is a header. */
  table_block_column_header?: boolean
  table_block_row_header?: boolean
}

/** A simple table with its header row and header column. */
export function SimpleTable({ block }: { block: Block }) {
  const context = usePage()
  const format = (block.format ?? {}) as TableFormat
  const { extraText, content } = splitContent(context, block)
  const columns = columnsOf(format, content.filter(isRow))
  const headEnd = format.table_block_column_header ? content.findIndex(isRow) + 1 : 0
  const rowOf = (row: Block) => <Row key={row.id} {...{ row, columns, format }} />

  return (
    <>
      {context.renderBlocks(extraText)}
      {/* Wide tables scroll inside; the box takes focus so that a keyboard can scroll it too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="table-box simple-table" tabIndex={0}>
        <table className={notion.table.box}>
          <Widths columns={columns} format={format} />
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

/** The columns in the author's order, then any other column in which a row has text. */
function columnsOf(format: TableFormat, rows: Block[]): string[] {
  const named = rows.flatMap((row) => Object.keys(row.properties ?? {}))
  return [...new Set([...ids(format.table_block_column_order), ...named])]
}

/** The widths that the author set; columns without one share the rest. */
function Widths({ columns, format }: { columns: string[]; format: TableFormat }) {
  const widths = columns.map((column) => format.table_block_column_format?.[column]?.width)
  if (!widths.some((width) => typeof width === 'number' && width > 0)) return null
  return (
    <colgroup>
      {columns.map((column, index) => {
        const width = widths[index]
        const isSet = typeof width === 'number' && width > 0
        return <col key={column} style={isSet ? { width } : undefined} />
      })}
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
