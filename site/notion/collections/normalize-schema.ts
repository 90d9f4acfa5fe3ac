import type { Collection } from 'notion-types'

import { plainText } from '../text/rich-text.ts'
import { type Fields, fieldsOf, isFields } from '../is-fields.ts'

/**
 * A property of a collection. The fields listed here have the given types; other fields are as in
 * the record.
 */
export interface NormalizedProperty {
  name: string
  type: string
  /** Text before the number of a unique id. */
  prefix?: string
  /** Options of a select, multi-select or status. */
  options?: { value: string; id?: string }[]
  /** Option groups of a status. */
  groups?: { name?: string; color?: string; optionIds?: string[] }[]
  /** Target collection of a relation, and the property of that collection with the reverse side. */
  collection_id?: string
  property?: string
  /** A rollup: its relation property, its target property and its aggregation. */
  relation_property?: string
  target_property?: string
  aggregation?: string | { operator?: string; groupName?: string }
}

/**
 * Normalizes a collection's schema, in order, by property id. Records may have malformed schemas: a
 * property without a text name gets its id as the name, one without a type becomes `text`, and
 * fields of the wrong type are dropped. The only place that makes these decisions.
 */
export function normalizeSchema(schema: unknown): Record<string, NormalizedProperty> {
  const properties = Object.entries(fieldsOf(schema))
  return Object.fromEntries(
    properties.map(([id, property]) => [id, normalizeProperty(id, property)])
  )
}

/**
 * A copy of a collection with a normalized schema and normalized lists of the properties its pages
 * show.
 */
export function normalizeCollection(collection: Collection): Collection {
  const format = fieldsOf(collection.format)
  const normalized = {
    ...collection,
    schema: normalizeSchema(collection.schema),
    format: {
      ...format,
      collection_page_properties: listOf(format['collection_page_properties']) ?? [],
      property_visibility: listOf(format['property_visibility']) ?? []
    }
  }
  // Notion's type lacks some property types.
  return normalized as unknown as Collection
}

function normalizeProperty(id: string, property: unknown): NormalizedProperty {
  const { name, type, ...rest } = fieldsOf(property)
  const checked = Object.entries(rest).flatMap(([key, value]): [string, unknown][] => {
    const normalize = normalizers.get(key)
    const normalized = normalize ? normalize(value) : value
    return normalized === undefined ? [] : [[key, normalized]]
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

type Normalizer = (value: unknown) => unknown

const text: Normalizer = (value) => (typeof value === 'string' ? value : undefined)

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

/**
 * Normalizers by field; undefined drops the field. Fields without one are checked where they are
 * used.
 */
const normalizers = new Map<string, Normalizer>([
  ...texts.map((key): [string, Normalizer] => [key, text]),
  ['options', (value) => listOf(value)?.flatMap((option) => (text(option['value']) ? option : []))],
  ['groups', (value) => listOf(value)?.map(normalizeGroup)],
  [
    'aggregation',
    (value) =>
      text(value) ??
      (isFields(value) ? withTextFields(value, ['operator', 'groupName']) : undefined)
  ]
])

function normalizeGroup(group: Fields): Fields {
  const { optionIds } = group
  const ids = Array.isArray(optionIds) ? optionIds.filter(text) : []
  return { ...withTextFields(group, ['name', 'color']), optionIds: ids }
}

/** Drops the named fields unless they are text. */
function withTextFields(fields: Fields, names: string[]): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => !names.includes(key) || text(value))
  )
}

function listOf(value: unknown): Fields[] | undefined {
  return Array.isArray(value) ? value.filter(isFields) : undefined
}
