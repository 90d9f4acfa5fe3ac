import type { Description } from './description.ts'
import { tableDescriptions } from './descriptions.ts'
import { viewDescriptions } from './view-descriptions.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { readTransaction } from '../mirror/read-transaction.ts'

/** A column of a table or view. */
export interface DescribedColumn {
  name: string
  /** The declared type; empty for a computed column of a view. */
  type: string
  about: string
}

/** A table or view of a mirror, without what is in it. */
export interface DescribedSchema {
  name: string
  kind: 'table' | 'view' | 'collection'
  about: string
  columns: DescribedColumn[]
}

/** A table or view with its number of rows. */
export interface DescribedTable extends DescribedSchema {
  rows: number
}

interface PropertyRow {
  view_name: string
  collection: string
  name: string
  type: string
  column_name: string
}

/** Describes the tables of a mirror, its common views and the views of its collections. */
export function describeMirror(mirror: Mirror): DescribedTable[] {
  const count = ({ name }: DescribedSchema) =>
    mirror.$client.prepare<[], number>(`select count(*) from "${name}"`).pluck().get() ?? 0
  return readTransaction(mirror, () =>
    describeSchema(mirror).map((table) => ({ ...table, rows: count(table) }))
  )
}

/** Like `describeMirror`, without the numbers of rows, which take a while to count. */
export function describeSchema(mirror: Mirror): DescribedSchema[] {
  return readTransaction(mirror, () => [
    ...Object.entries(tableDescriptions).map((entry) => describe(mirror, 'table', entry)),
    ...Object.entries(viewDescriptions).map((entry) => describe(mirror, 'view', entry)),
    ...collectionDescriptions(mirror).map((entry) => describe(mirror, 'collection', entry))
  ])
}

function describe(
  { $client }: Mirror,
  kind: DescribedSchema['kind'],
  [name, { about, columns }]: [string, Description]
): DescribedSchema {
  const declared = $client
    .prepare<[string], { name: string; type: string }>(
      'select name, type from pragma_table_info(?)'
    )
    .all(name)
  return {
    name,
    kind,
    about,
    columns: declared.map((column) => ({
      name: column.name,
      type: column.type.toLowerCase(),
      about: columns[column.name] ?? ''
    }))
  }
}

/** Describes the views of collections from their schemas. */
function collectionDescriptions({ $client }: Mirror): [string, Description][] {
  const properties = $client
    .prepare<[], PropertyRow>(
      `select view_name, collection.name as collection, property.name, property.type, column_name
         from collection join collection_property as property on collection_id = collection.id
        order by view_name, position`
    )
    .all()
  const byView = new Map<string, PropertyRow[]>()
  for (const property of properties) {
    byView.set(property.view_name, [...(byView.get(property.view_name) ?? []), property])
  }
  return [...byView].map(([view, columns]) => [
    view,
    {
      about: `The rows of the collection "${columns[0]?.collection ?? ''}".`,
      columns: Object.fromEntries([
        ['page_id', 'id of the row'],
        ['path', 'path of the row'],
        ...columns.flatMap(propertyColumns)
      ])
    }
  ])
}

function propertyColumns({ name, type, column_name: column }: PropertyRow): [string, string][] {
  if (type !== 'date') return [[column, `"${name}", a ${type}`]]
  return [
    [`${column}_start`, `start of "${name}", as written`],
    [`${column}_end`, `end of "${name}", as written, or null`]
  ]
}
