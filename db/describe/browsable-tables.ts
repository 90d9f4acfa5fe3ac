import { type DescribedColumn, type DescribedSchema, describeSchema } from './describe-mirror.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { readTransaction } from '../mirror/read-transaction.ts'

/**
 * What the values of a column are compared as. `any` holds texts or numbers, such as the results of
 * formulas.
 */
type ValueKind = 'text' | 'number' | 'any'

/** A column whose rows can be read. */
export interface BrowsableColumn extends DescribedColumn {
  kind: ValueKind
  /** Whether its numbers are instants in UTC milliseconds. */
  isInstant: boolean
}

/** A table or view whose rows can be read. */
export interface BrowsableTable extends Omit<DescribedSchema, 'columns'> {
  columns: BrowsableColumn[]
  /** The id of the collection that the view shows, whatever its name; otherwise the name. */
  id: string
  /** The columns that identify a row; empty if several rows may be equal. */
  key: string[]
  /** The column that names a row to a reader, such as its title. */
  label: string | undefined
  /** Columns with few different values. */
  facets: string[]
}

/** The key columns of the common views; rows of the others may be equal. */
const viewKeys: Record<string, string[]> = {
  pages: ['id'],
  page_text: ['page_id'],
  orphan_pages: ['page_id']
}

const facetNames = new Set(
  `account_kind change collection exit_code gone_title has_problem is_computed is_everything is_hidden
  is_published is_title is_withdrawal kind media_type parent_table property property_type reason
  time_zone tokenizer type`.split(/\s+/)
)
const facetTypes = new Set(['select', 'multi_select', 'status', 'checkbox'])

/**
 * The tables and views whose rows can be read, by name: all that `describeMirror` describes, except
 * full-text indexes, which store no rows. Only their names may become part of a statement.
 */
export function readBrowsableTables(mirror: Mirror): Map<string, BrowsableTable> {
  return readTransaction(mirror, () => {
    const indexes = new Set(
      readNames(mirror, `select name from pragma_table_list where type = 'virtual'`)
    )
    const facts = { properties: readPropertyTypes(mirror), collections: readCollectionIds(mirror) }
    return new Map(
      describeSchema(mirror)
        .filter(({ name }) => !indexes.has(name))
        .map((table) => [table.name, browsable(table, keyOf(mirror, table), facts)])
    )
  })
}

function browsable(
  table: DescribedSchema,
  key: string[],
  { properties, collections }: { properties: Map<string, string>; collections: Map<string, string> }
): BrowsableTable {
  const typeOf = (column: string) => properties.get(`${table.name} ${column}`)
  return {
    ...table,
    id: collections.get(table.name) ?? table.name,
    key,
    columns: table.columns.map((column) => ({
      ...column,
      kind: kindOf(column.type, typeOf(column.name)),
      isInstant: column.type === 'integer' && /(_at|_time|^at)$/.test(column.name)
    })),
    label: table.columns.find(({ name }) =>
      table.kind === 'collection' ? typeOf(name) === 'title' : name === 'title' || name === 'name'
    )?.name,
    facets: table.columns.flatMap(({ name }) =>
      facetTypes.has(typeOf(name) ?? '') || (table.kind !== 'collection' && facetNames.has(name))
        ? [name]
        : []
    )
  }
}

/** By the declared type of a column, or the type of the property that it shows. */
function kindOf(type: string, property: string | undefined): ValueKind {
  if (/^(integer|numeric|real)$/.test(type)) return 'number'
  if (type === 'text') return 'text'
  if (property === undefined || property === 'formula' || property === 'rollup') return 'any'
  return property === 'number' || property === 'checkbox' ? 'number' : 'text'
}

function keyOf({ $client }: Mirror, { name, kind }: DescribedSchema): string[] {
  if (kind === 'collection') return ['page_id']
  if (kind === 'view') return viewKeys[name] ?? []
  return $client
    .prepare<[string], string>('select name from pragma_table_info(?) where pk > 0 order by pk')
    .pluck()
    .all(name)
}

/** The ids of collections, by the names of their views. */
function readCollectionIds({ $client }: Mirror): Map<string, string> {
  const views = $client
    .prepare<[], [view: string, id: string]>('select view_name, id from collection')
    .raw()
  return new Map(views.all())
}

/** The types of properties, by view and column, such as `techniques grade`. */
function readPropertyTypes({ $client }: Mirror): Map<string, string> {
  const columns = $client
    .prepare<[], [view: string, column: string, type: string]>(
      `select view_name, column_name, property.type
         from collection_property as property join collection on collection.id = collection_id`
    )
    .raw()
    .all()
  return new Map(
    columns.flatMap(([view, column, type]): [string, string][] => {
      if (type !== 'date') return [[`${view} ${column}`, type]]
      return ['_start', '_end'].map((end) => [`${view} ${column}${end}`, type])
    })
  )
}

function readNames({ $client }: Mirror, sql: string): string[] {
  return $client.prepare<[], string>(sql).pluck().all()
}
