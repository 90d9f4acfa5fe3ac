import type { Decoration } from 'notion-types'

import type { BlockNode, Content } from './block-node.ts'
import { blockId } from './record-ids.ts'
import { type Inline, richText } from './rich-text.ts'

/** Notion's names of list markers. */
type Marker = 'numbers' | 'letters' | 'roman' | 'disc' | 'circle' | 'square'

/** Sets the marker of a list, and optionally the first number of a numbered list. */
export function marked(marker: Marker, items: BlockNode[], start?: number): BlockNode[] {
  const name = ['numbers', 'letters', 'roman'].includes(marker)
    ? 'list_format'
    : 'bullet_list_format'
  return items.map((item, index) => {
    const first = index === 0 && start !== undefined && { list_start_index: start }
    return { ...item, format: { ...item.format, [name]: marker, ...first } }
  })
}

/** A block of this type with text and child blocks; an empty text gives no properties. */
export function block(type: string, parts: Inline[], ...content: Content): BlockNode {
  return {
    type,
    ...(parts.length > 0 && { properties: { title: richText(parts) } }),
    content: content.flat()
  }
}

/** Tabs with labels; a label may be empty. */
export function tabs(...panels: [label: string, content: Content][]): BlockNode {
  const content = panels.map(([label, inside]) =>
    block('text', label ? [label] : [], inside.flat())
  )
  return { type: 'tab', content }
}

interface TableOptions {
  rows: Inline[][]
  hasHeaderRow?: boolean
  hasHeaderColumn?: boolean
  /** Widths in pixels, by column. */
  widths?: number[]
  columnColors?: Record<number, string>
  rowColors?: Record<number, string>
}

/** A simple table with headers, widths and colours. */
export function tableOf(options: TableOptions): BlockNode {
  const { rows, widths = [], columnColors = {}, rowColors = {} } = options
  const order = (rows[0] ?? []).map((_, index) => `k${index}`)
  const columns = order.map((id, index) => [
    id,
    { width: widths[index], color: columnColors[index] }
  ])
  return {
    type: 'table',
    format: {
      table_block_column_order: order,
      table_block_column_header: options.hasHeaderRow ?? false,
      table_block_row_header: options.hasHeaderColumn ?? false,
      table_block_column_format: Object.fromEntries(columns)
    },
    content: rows.map((cells, index) => tableRow(order, cells, rowColors[index]))
  }
}

function tableRow(order: string[], cells: Inline[], color: string | undefined): BlockNode {
  const texts = cells.map((cell, index) => [order[index] ?? '', richText([cell])] as const)
  return {
    type: 'table_row',
    properties: Object.fromEntries<Decoration[]>(texts),
    ...(color && { format: { block_color: color } })
  }
}

/** An external object with its title; `externalMention` mentions it. */
export function externalObject(key: string, address: string, title: string): BlockNode {
  return {
    type: 'external_object_instance',
    id: blockId(key),
    format: { original_url: address, attributes: [{ id: 'title', values: [title] }] }
  }
}
