import { keys } from './change-keys.ts'
import type { ChangeKey } from './record-reads.ts'
import { type RowChange, blockKeys, recordKeys, valueKeys } from './row-changes.ts'

interface WatchedTable {
  /** The columns that determine the touched keys, separated by spaces; no page shows the others. */
  columns: string
  /** The keys of one changed row. Without it, rows are compared at the end of the publication. */
  keysOf?: (change: RowChange<never>) => Iterable<ChangeKey>
}

const publicHost = 'images.unsplash.com'

/**
 * The tables that pages, lists, feeds and the list of names are read from. `date_value` is derived from
 * `block.raw` alone; answers of the search are not kept, but the files of a search without a server are.
 */
export const watchedTables: Record<string, WatchedTable> = {
  block: { columns: 'id page_id parent_id parent_table type title raw', keysOf: blockKeys },
  page: {
    columns:
      'id path slug title parent_page_id collection_id position icon cover created_time last_edited_time spoiler'
  },
  link: { columns: 'block_id position page_id target_page_id kind target_id url' },
  page_path: {
    columns: 'page_id path last_seen_at',
    keysOf: eachRow(({ path }: { path: string }) => [keys.path(path)])
  },
  gone_page: {
    columns: 'id path title gone_at',
    keysOf: eachRow(({ id, path }: { id: string; path: string }) => [
      keys.name(id),
      keys.path(path)
    ])
  },
  collection: {
    columns: 'id name icon parent_id raw',
    keysOf: recordKeys(({ id, raw }) => [keys.collection(id), keys.tags, ...pictureKeys(raw)])
  },
  collection_property: {
    columns: 'collection_id property_id name type options position',
    keysOf: eachRow(({ collection_id: id }: { collection_id: string }) => [
      keys.collection(id),
      keys.tags
    ])
  },
  collection_view: {
    columns: 'id collection_id type name raw',
    keysOf: viewKeys
  },
  collection_view_group: {
    columns: 'view_id position value subgroup is_hidden total',
    keysOf: eachRow(({ view_id: id }: { view_id: string }) => [keys.viewRows(id)])
  },
  collection_view_row: {
    columns: 'view_id group_position position block_id',
    keysOf: eachRow(({ view_id: id }: { view_id: string }) => [keys.viewRows(id)])
  },
  property_value: {
    columns:
      'page_id collection_id property_id position type text number target_id url is_computed problem',
    keysOf: valueKeys
  },
  search_page: {
    columns: 'number page_id title aliases headings',
    keysOf: eachRow(({ number }: { number: number }) => [keys.names, keys.texts(number)])
  },
  search_section: {
    columns: 'id page_number heading anchor',
    keysOf: eachRow(({ page_number: number }: { page_number: number }) => [keys.texts(number)])
  },
  user: {
    columns: 'id name avatar',
    keysOf: eachRow(({ id }: { id: string }) => [keys.user(id), keys.publicPictures])
  },
  asset: {
    columns: 'source hash media_type size width height preview',
    keysOf: eachRow(({ source }: { source: string }) => [keys.file(source), ...pictureKeys(source)])
  }
}

/** Returns a function that makes the keys of a row as it was and as it is. */
function eachRow<Row>(keysOf: (row: Row) => ChangeKey[]): (change: RowChange<Row>) => ChangeKey[] {
  return ({ before, after }) =>
    [before, after].flatMap((row) => (row === undefined ? [] : keysOf(row)))
}

const changedView = recordKeys(({ id }) => [keys.view(id)])

/** A view that comes or goes may be one of those below its database in the tree. */
function viewKeys(change: RowChange<{ id: string; raw: string }>): ChangeKey[] {
  const rows = [change.before, change.after].filter((row) => row !== undefined)
  const [only] = rows.length === 1 ? rows : []
  const { parent_id: parentId } = JSON.parse(only?.raw ?? '{}') as { parent_id?: string }
  return [...changedView(change), ...(parentId === undefined ? [] : [keys.branch(parentId)])]
}

function pictureKeys(text: string): ChangeKey[] {
  return text.includes(publicHost) ? [keys.publicPictures] : []
}
