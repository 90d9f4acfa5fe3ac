import type { Collection } from 'notion-types'

import { plainText } from '../text/rich-text.ts'

/** A property of a collection; of what else the wire says of it, what is here is of the type named here. */
export interface NormalizedProperty {
  name: string
  type: string
  /** What stands before the number of a unique id. */
  prefix?: string
  /** Of a select, multi-select or status. */
  options?: { value: string }[]
  /** Of a status. */
  groups?: { name?: string; color?: string; optionIds?: string[] }[]
  /** A relation: the collection whose rows it names, and the property there that shows its other side. */
  collection_id?: string
  property?: string
  /** A rollup: the relation that it goes through, the property that it shows, and what of it. */
  relation_property?: string
  target_property?: string
  aggregation?: string | { operator?: string }
}

type Fields = Record<string, unknown>

/**
 * The schema of a collection, by property id, in its order. The one place that decides about what
 * records hold in place of one: a property that was never named, or not by words, is known by its id,
 * one of no type holds text, and what is of the wrong type is left out.
 */
export function normalizeSchema(schema: unknown): Record<string, NormalizedProperty> {
  const properties = Object.entries(isFields(schema) ? schema : {})
  return Object.fromEntries(
    properties.map(([id, property]) => [id, normalizeProperty(id, property)])
  )
}

/** A collection whose schema, and whose lists of what its pages show, can be relied on. */
export function normalizeCollection(collection: Collection): Collection {
  const sent: unknown = collection.format
  const format = isFields(sent) ? sent : {}
  const sound = {
    ...collection,
    schema: normalizeSchema(collection.schema),
    format: {
      ...format,
      collection_page_properties: listOf(format['collection_page_properties']) ?? [],
      property_visibility: listOf(format['property_visibility']) ?? []
    }
  }
  // Notion's type knows fewer types of properties.
  return sound as unknown as Collection
}

function normalizeProperty(id: string, property: unknown): NormalizedProperty {
  const { name, type, ...sent }: Fields = isFields(property) ? property : {}
  const checked = Object.entries(sent).flatMap(([key, value]): [string, unknown][] => {
    const read = readers.get(key)
    const sound = read ? read(value) : value
    return sound === undefined ? [] : [[key, sound]]
  })
  return {
    ...Object.fromEntries(checked),
    name: typeof name === 'string' ? name : richName(name) || id,
    type: typeof type === 'string' ? type : 'text'
  }
}

function richName(name: unknown): string {
  return Array.isArray(name) ? plainText(name) : ''
}

type Reader = (value: unknown) => unknown

const text: Reader = (value) => (typeof value === 'string' ? value : undefined)

const texts = [
  'prefix',
  'number_format',
  'date_format',
  'time_format',
  'collection_id',
  'property',
  'relation_property',
  'target_property'
]

/** By field; each answers undefined for what is of no use. What has no reader is asked for its type where it is used. */
const readers = new Map<string, Reader>([
  ...texts.map((key): [string, Reader] => [key, text]),
  ['options', (value) => listOf(value)?.flatMap((option) => (text(option['value']) ? option : []))],
  ['groups', (value) => listOf(value)?.map(normalizeGroup)],
  [
    'aggregation',
    (value) => text(value) ?? (isFields(value) ? kept(value, ['operator']) : undefined)
  ]
])

function normalizeGroup(group: Fields): Fields {
  const { optionIds } = group
  const ids = Array.isArray(optionIds) ? optionIds.filter(text) : []
  return { ...kept(group, ['name', 'color']), optionIds: ids }
}

/** An object whose fields of these names are texts. */
function kept(fields: Fields, names: string[]): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => !names.includes(key) || text(value))
  )
}

function listOf(value: unknown): Fields[] | undefined {
  return Array.isArray(value) ? value.filter(isFields) : undefined
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
