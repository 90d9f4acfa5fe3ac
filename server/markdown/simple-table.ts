import type { PhrasingContent } from 'mdast'
import type { Block } from 'notion-types'

import { tableColumns } from '../../site/notion/blocks/table-columns.ts'
import { type BlockScope, type BlockWriter } from './block-scope.ts'
import { table } from './text/markdown-text.ts'
import { phrasing } from './text/phrasing.ts'

interface TableFormat {
  /** Notion swaps the names: this one means that the first row is a header. */
  table_block_column_header?: boolean
}

/** A simple table. Markdown requires a header row; its cells are empty if the table has none. */
export const simpleTable: BlockWriter = (block, scope) => {
  const format = (block.format ?? {}) as TableFormat
  const content = (block.content ?? []).flatMap((id) => scope.blocks.get(id) ?? [])
  const rows = content.filter(({ type }) => type === 'table_row')
  const columns = tableColumns(block, rows)
  const cells = rows.map((row) =>
    columns.map((column, index) => {
      const text = cell(row, column, scope)
      return index === 0 ? [...scope.anchorOf(row), ...text] : text
    })
  )
  const head = format.table_block_column_header ? cells.shift() : undefined
  const others = { ...block, content: content.filter((child) => !rows.includes(child)).map(idOf) }

  return [
    ...(columns.length === 0 ? [] : [table([head ?? columns.map(() => []), ...cells])]),
    ...(others.content.length === 0 ? [] : scope.content(others))
  ]
}

function cell(row: Block, column: string, scope: BlockScope): PhrasingContent[] {
  return phrasing((row.properties as Record<string, unknown>)?.[column], scope, 'cell')
}

function idOf({ id }: Block): string {
  return id
}
