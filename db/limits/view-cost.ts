import type { Collection, CollectionView } from 'notion-types'

import { shownProperties } from '../../site/notion/collections/shown-properties.ts'
import { MAX_OPTIONS, rowsPerPage } from '../../site/pages/view-window.ts'
import { keys } from '../changes/change-keys.ts'
import { noteReads } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

/** A view with its collection. */
export interface ViewOfCollection {
  view: CollectionView
  collection: Collection
}

/** The cost of showing a view, in table cells of 10 to 20 µs each on an idle machine. */
export interface ViewCost {
  /** Cells for reading all rows, to sort and summarize them. */
  reading: number
  /** Cells per visible row, as the mean of the first rows. */
  perRow: number
  /** Rows per page; on a board, of all columns together. */
  rows: number
  /** Columns of a board; 1 for other views. */
  columns: number
  /** Size of the records of the first rows, without the lists of their blocks. */
  bytes: number
}

/** Rows over which the mean is taken. */
const FIRST_ROWS = 100
/** Rows that are read in the time of one cell. */
const ROWS_READ = 10
/** Cells that are rendered in the time of one group. */
const GROUP_CELLS = 3
/** Filter options that are rendered in the time of one cell. */
const OPTIONS_RENDERED = 5
/** Cells per item of a list: a page in a relation is read separately. */
const ITEM_CELLS = 2

const listTypes = new Set<string>([
  'relation',
  'multi_select',
  'person',
  'file',
  'rollup',
  'formula',
  'date'
])

const withTools = new Set<string>(['table', 'list'])

/** Estimates the cost of showing a view by counting, without reading its rows. */
export function viewCost(mirror: Mirror, { view, collection }: ViewOfCollection): ViewCost {
  noteReads([keys.view(view.id), keys.viewRows(view.id)])
  noteReads([keys.collection(collection.id), keys.rows(collection.id)])
  const schema = collection.schema ?? {}
  const shown = shownProperties(view, schema)
  const listed = shown.filter((id) => listTypes.has(schema[id]?.type ?? ''))
  const counts = statements(mirror)
  const { rows: all, bytes } = counts.rows.get({ view: view.id }) ?? { rows: 0, bytes: 0 }
  const groups = counts.groups.get(view.id) ?? 0
  const columns = view.type === 'board' ? Math.max(1, groups) : 1
  const first = Math.min(all, FIRST_ROWS)
  const items = listed.length > 0 ? counts.items.get(view.id, JSON.stringify(listed)) : 0
  const options = withTools.has(view.type)
    ? (counts.options.get(collection.id, JSON.stringify(shown)) ?? 0)
    : 0
  return {
    reading: all / ROWS_READ + groups * GROUP_CELLS + options / OPTIONS_RENDERED,
    perRow: 1 + shown.length + (first > 0 ? (ITEM_CELLS * (items ?? 0)) / first : 0),
    rows: Math.min(all, rowsPerPage(view.type) * columns),
    columns,
    bytes
  }
}

const firstRows = `
  select block_id from collection_view_row where view_id = $view
   order by group_position, position limit ${FIRST_ROWS}`

const statements = ({ $client }: Mirror) => ({
  rows: $client.prepare<{ view: string }, { rows: number; bytes: number }>(
    `select (select count(*) from collection_view_row where view_id = $view) as rows,
            (select coalesce(sum(octet_length(raw) - coalesce(octet_length(content), 0)), 0)
               from block where id in (${firstRows})) as bytes`
  ),
  groups: $client
    .prepare<[string], number>(
      'select count(*) from collection_view_group where view_id = ? and is_hidden = 0'
    )
    .pluck(),
  /** Options in the filter form above the view. */
  options: $client
    .prepare<[string, string], number>(
      `select total(min(json_array_length(options), ${MAX_OPTIONS})) from collection_property
        where collection_id = ? and property_id in (select value from json_each(?))`
    )
    .pluck(),
  /** Items of lists, without the first of each. */
  items: $client
    .prepare<[string, string], number>(
      `select count(*) from property_value
        where page_id in (${firstRows.replace('$view', '?')})
          and property_id in (select value from json_each(?)) and position > 0`
    )
    .pluck()
})
