import type { BrowsableTable } from './browsable-tables.ts'

/** What the values of a column of ids identify. A block may be a page. */
export type IdKind =
  | 'block'
  | 'collection'
  | 'collection_view'
  | 'user'
  | 'search_page'
  | 'publication'

const kindsByName = new Map<string, IdKind>([
  ['block_id', 'block'],
  ['page_id', 'block'],
  ['from_page_id', 'block'],
  ['mentioned_id', 'block'],
  ['parent_id', 'block'],
  ['parent_page_id', 'block'],
  ['reached_from', 'block'],
  ['root_page_id', 'block'],
  ['target_id', 'block'],
  ['target_page_id', 'block'],
  ['collection_id', 'collection'],
  ['view_id', 'collection_view'],
  ['page_number', 'search_page'],
  ['generation', 'publication']
])

const kindsByTable: Partial<Record<string, [column: string, kind: IdKind]>> = {
  block: ['id', 'block'],
  page: ['id', 'block'],
  pages: ['id', 'block'],
  gone_page: ['id', 'block'],
  collection: ['id', 'collection'],
  collection_view: ['id', 'collection_view'],
  user: ['id', 'user'],
  search_page: ['number', 'search_page']
}

/** What a column of ids identifies; undefined for other columns. */
export function idKindOf({ name, kind }: BrowsableTable, column: string): IdKind | undefined {
  // A property may be called like a column of ids.
  if (kind === 'collection') return column === 'page_id' ? 'block' : undefined
  const [own, ofOwn] = kindsByTable[name] ?? []
  return column === own ? ofOwn : kindsByName.get(column)
}
