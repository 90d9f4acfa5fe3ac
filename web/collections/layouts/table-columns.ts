import type { Collection, CollectionView } from 'notion-types'

import type { Messages } from '../../../site/locales/en.ts'
import { joinClasses } from '../../blocks/context/join-classes.ts'
import { type ColumnWidth, columnWidth } from '../../blocks/layout/sized-table.ts'
import type { ShownProperty } from '../../blocks/rows/view-properties.ts'
import { viewProperties } from '../../blocks/rows/view-properties.ts'
import { notion } from '../../blocks/vocabulary.ts'

/** A column of a table; `isTitle` marks the column with the row's title and link. */
export interface TableColumn extends ShownProperty, ColumnWidth {
  isTitle: boolean
  /** Classes of its cells. */
  className: string
  /** Classes of its head. */
  headClass: string
  /** Whether it stays in view while the table scrolls. */
  isSorted?: boolean
}

interface PropertyEntry {
  property?: unknown
  width?: unknown
  wrap?: unknown
}

/** The columns of a table in the view's order, the title at the view's place for it. */
export function tableColumns(
  collection: Collection,
  view: CollectionView,
  messages: Messages
): TableColumn[] {
  const { table_properties: listed, table_wrap: isWrapped }: Record<string, unknown> =
    view.format ?? {}
  const entries = (Array.isArray(listed) ? listed : []) as (PropertyEntry | null)[]
  const order = new Map(entries.map((entry, index) => [entry?.property, index]))
  const shown = viewProperties(collection, view)
  const titlePlace = order.get(titleId(collection)) ?? -1
  const before = shown.filter(({ id }) => (order.get(id) ?? 0) < titlePlace)
  const columns = [...before, titleProperty(collection, messages), ...shown.slice(before.length)]
  return columns.map((property) => {
    const entry = entries[order.get(property.id) ?? -1]
    const { width, wrap } = entry ?? {}
    const { type } = property.schema
    const isClipped = !(typeof wrap === 'boolean' ? wrap : isWrapped !== false)
    const ours = joinClasses(type !== 'title' && cellClass(type), isClipped && 'cut')
    const { cell, clipped, headCell } = notion.tableView
    return {
      ...property,
      isTitle: type === 'title',
      width: columnWidth(width),
      usual: type === 'title' ? 280 : 200,
      className: joinClasses(ours, cell, `${cell}-${type}`, isClipped && clipped) ?? cell,
      headClass: joinClasses(ours, headCell) ?? headCell
    }
  })
}

/** The column that the rows are sorted by: it stays in view. */
export function sortedColumn(column: TableColumn): TableColumn {
  const className = `${column.className} sorted`
  return { ...column, className, headClass: `${column.headClass} sorted`, isSorted: true }
}

/** The class of the cells of a type. */
export const cellClass = (type = 'text') => `cell-${type.replaceAll('_', '-')}`

function titleId(collection: Collection): string {
  const ids = Object.keys(collection.schema)
  return ids.find((id) => collection.schema[id]?.type === 'title') ?? 'title'
}

/** The title property. */
export function titleProperty(collection: Collection, messages: Messages): ShownProperty {
  const id = titleId(collection)
  const name = collection.schema[id]?.name || messages.title
  return { id, schema: { ...collection.schema[id], type: 'title', name } }
}
