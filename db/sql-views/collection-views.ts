import type { CollectionNames } from './collection-sql-names.ts'
import type { CollectionProperty, CollectionSchemas } from '../records/collection-schema.ts'
import { computedTypes } from '../records/property-values.ts'
import type { SqlView } from './sql-views.ts'

/**
 * Builds a view for each collection, with a row for each of its rows and a column for each property:
 * numbers as numbers, checkboxes as 0 or 1, several values joined by `, `, dates in two columns as
 * Notion stores them.
 */
export function collectionViews(
  schemas: CollectionSchemas,
  names: Map<string, CollectionNames>
): SqlView[] {
  return [...schemas].flatMap(([collectionId, schema]) => {
    const named = names.get(collectionId)
    if (!named) return []
    const columns = [...schema.values()].flatMap((property) =>
      propertyColumns(property, named.columns.get(property.id) ?? '')
    )
    const all = ['page.id as page_id', 'page.path as path', ...columns].join(',\n       ')
    return [
      {
        name: named.view,
        sql: `select ${all}\n  from page\n where page.collection_id = ${quoted(collectionId)}`
      }
    ]
  })
}

function propertyColumns({ id, type }: CollectionProperty, name: string): string[] {
  const ofProperty = `from property_value as value where value.page_id = page.id and value.property_id = ${quoted(id)}`
  if (type === 'date') {
    const ofDate = `from date_value as date where date.block_id = page.id and date.property_id = ${quoted(id)} and position = 0`
    const start = `trim(start_date || ' ' || coalesce(start_time, ''))`
    const end = `trim(coalesce(end_date, start_date) || ' ' || coalesce(end_time, ''))`
    return [
      `(select ${start} ${ofDate}) as ${name}_start`,
      `(select case when end_date is not null or end_time is not null then ${end} end ${ofDate}) as ${name}_end`
    ]
  }
  if (numberTypes.has(type)) return [`(select number ${ofProperty} and position = 0) as ${name}`]
  if (singleTypes.has(type)) return [`(select text ${ofProperty} and position = 0) as ${name}`]
  if (computedTypes.has(type)) return [`${computedColumn(ofProperty)} as ${name}`]
  const items = `select text ${ofProperty} order by position`
  return [`(select group_concat(text, ', ') from (${items})) as ${name}`]
}

/** The column is a number if the result is one number or checkbox, otherwise text, such as the text `Yes`. */
function computedColumn(ofProperty: string): string {
  const isNumber = `min(number) = cast(min(text) as real) or (min(number) in (0, 1) and min(text) in ('Yes', 'No'))`
  return `(select case when count(*) = 1 and (${isNumber}) then min(number) else group_concat(text, ', ') end
          from (select text, number ${ofProperty} order by position))`
}

const numberTypes = new Set(['number', 'checkbox'])
const singleTypes = new Set([
  'title',
  'text',
  'select',
  'status',
  'url',
  'email',
  'phone_number',
  'created_time',
  'last_edited_time',
  'created_by',
  'last_edited_by',
  'auto_increment_id',
  'unique_id'
])

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
