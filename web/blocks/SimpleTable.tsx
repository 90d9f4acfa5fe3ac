import type { Block } from 'notion-types'

import { ids } from '../../site/block-references.ts'
import { blockOf, usePage } from './page-context.ts'
import { colorClass, RichText } from './RichText.tsx'

interface TableFormat {
  table_block_column_order?: string[]
  table_block_column_format?: Record<string, { color?: string; width?: number }>
  /** Notion's names are crossed: this one says that the first row is a header. */
  table_block_column_header?: boolean
  table_block_row_header?: boolean
}

/** A table written into a page, with its header row and header column. */
export function SimpleTable({ block }: { block: Block }) {
  const context = usePage()
  const format = (block.format ?? {}) as TableFormat
  const rows = (block.content ?? []).flatMap((id) => blockOf(context, id) ?? [])
  const head = format.table_block_column_header ? rows.slice(0, 1) : []
  const columns = columnsOf(format, rows)

  return (
    // Wide tables scroll inside; the box takes focus so that a keyboard can scroll it too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="table-box simple-table" tabIndex={0}>
      <table>
        <Widths columns={columns} format={format} />
        {head.length > 0 && (
          <thead>
            {head.map((row) => (
              <Row key={row.id} {...{ row, columns, format }} isHead />
            ))}
          </thead>
        )}
        <tbody>
          {rows.slice(head.length).map((row) => (
            <Row key={row.id} {...{ row, columns, format }} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The columns in the author's order, and behind them any other that a row has a text in. */
function columnsOf(format: TableFormat, rows: Block[]): string[] {
  const named = rows.flatMap((row) => Object.keys(row.properties ?? {}))
  return [...new Set([...ids(format.table_block_column_order), ...named])]
}

/** The widths that the author gave; columns without one share what is left. */
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

function Row({ row, columns, format, isHead }: RowProps) {
  const texts = (row.properties ?? {}) as Record<string, unknown>
  return (
    <tr className={colorClass(row.format?.block_color)}>
      {columns.map((column, index) => {
        const isRowHead = format.table_block_row_header && index === 0
        const Cell = isHead || isRowHead ? 'th' : 'td'
        const color = colorClass(format.table_block_column_format?.[column]?.color)
        return (
          <Cell
            key={column}
            className={color}
            scope={isHead ? 'col' : isRowHead ? 'row' : undefined}
          >
            <RichText value={texts[column]} />
          </Cell>
        )
      })}
    </tr>
  )
}
