import type { Collection, CollectionView } from 'notion-types'

import { shownProperties } from '../../site/notion/collections/shown-properties.ts'
import { MAX_OPTIONS, rowsPerPage } from '../../site/pages/view-window.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { prepareOnce } from '../mirror/prepare-once.ts'

/** A view with the collection whose rows it shows. */
export interface ViewOfCollection {
  view: CollectionView
  collection: Collection
}

/** What showing a view costs, in cells of a table: on a quiet machine some 10 to 20 µs each. */
export interface ViewCost {
  /** Of going through all of its rows, for their order and results. */
  reading: number
  /** Of one of the rows that are shown, in the mean of the first. */
  perRow: number
  /** Rows that are shown at once; on a board those of all columns. */
  rows: number
  /** In how many columns of a board. */
  columns: number
  /** Of the records of these rows. */
  bytes: number
}

/** Rows of which the mean is taken. */
const FIRST_ROWS = 100
/** So many rows are gone through in the time of a cell; each group takes that of some cells. */
const ROWS_READ = 10
const GROUP_CELLS = 3
/** So many options of a filter are drawn in the time of a cell. */
const OPTIONS_DRAWN = 5
/** A page in a relation takes longer than a cell, since it is read by itself. */
const LISTED_CELLS = 2

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

/** What showing a view costs, told by counting; none of its rows is read. */
export function viewCost(mirror: Mirror, { view, collection }: ViewOfCollection): ViewCost {
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
    reading: all / ROWS_READ + groups * GROUP_CELLS + options / OPTIONS_DRAWN,
    perRow: 1 + shown.length + (first > 0 ? (LISTED_CELLS * (items ?? 0)) / first : 0),
    rows: Math.min(all, rowsPerPage(view.type) * columns),
    columns,
    bytes
  }
}

const firstRows = `
  select block_id from collection_view_row where view_id = $view
   order by group_position, position limit ${FIRST_ROWS}`

const statements = prepareOnce(({ $client }) => ({
  rows: $client.prepare<{ view: string }, { rows: number; bytes: number }>(
    `select (select count(*) from collection_view_row where view_id = $view) as rows,
            (select coalesce(sum(octet_length(raw)), 0)
               from block where id in (${firstRows})) as bytes`
  ),
  groups: $client
    .prepare<[string], number>(
      'select count(*) from collection_view_group where view_id = ? and is_hidden = 0'
    )
    .pluck(),
  /** Options that the form above the view offers. */
  options: $client
    .prepare<[string, string], number>(
      `select total(min(json_array_length(options), ${MAX_OPTIONS})) from collection_property
        where collection_id = ? and property_id in (select value from json_each(?))`
    )
    .pluck(),
  /** Items of lists beyond the first of each. */
  items: $client
    .prepare<[string, string], number>(
      `select count(*) from property_value
        where page_id in (${firstRows.replace('$view', '?')})
          and property_id in (select value from json_each(?)) and position > 0`
    )
    .pluck()
}))
