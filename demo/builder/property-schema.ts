import type { CollectionPropertySchema, Color } from 'notion-types'

import type { FormulaInput, OptionColor, PropertyInput } from './property-input.ts'
import { collectionId, propertyId, recordId } from './record-ids.ts'

interface SchemaOptions {
  /** Key of the collection. */
  key: string
  name: string
  property: PropertyInput
  /** All properties of the collection, to resolve names. */
  columns: Record<string, PropertyInput>
}

/** The schema of one property; notion-types lacks some of its fields. */
export function propertySchema(options: SchemaOptions): CollectionPropertySchema {
  const { key, name, property } = options
  return {
    name,
    type: property.type,
    ...fields(options, property),
    ...optionFields(key, name, property)
  } as CollectionPropertySchema
}

function fields({ key, columns }: SchemaOptions, property: PropertyInput): object {
  switch (property.type) {
    case 'number':
      return {
        number_format: property.format ?? 'number',
        ...(property.showAs && { show_as: { ...property.showAs, showValue: true } })
      }
    case 'date': {
      const { dateFormat, timeFormat } = property
      return {
        ...(dateFormat && { date_format: dateFormat }),
        ...(timeFormat && { time_format: timeFormat })
      }
    }
    case 'relation':
      return {
        ...(property.reverse && { property: propertyId(property.to, property.reverse) }),
        collection_id: collectionId(property.to)
      }
    case 'rollup':
      return rollupFields(key, columns, property)
    case 'formula':
      return formulaFields(key, property)
    case 'auto_increment_id':
      return property.prefix ? { prefix: property.prefix } : {}
    case 'button':
      return property.opens
        ? { button: { actions: [{ type: 'open_page', target: { url: property.opens } }] } }
        : {}
    default:
      return {}
  }
}

function rollupFields(
  key: string,
  columns: SchemaOptions['columns'],
  property: PropertyInput & { type: 'rollup' }
) {
  const relation = columns[property.relation]
  if (relation?.type !== 'relation') {
    throw new Error(`${key} has no relation "${property.relation}" for a rollup`)
  }
  return {
    relation_property: propertyId(key, property.relation),
    target_property: propertyId(relation.to, property.target),
    ...(property.aggregation && { aggregation: property.aggregation })
  }
}

function formulaFields(key: string, property: FormulaInput) {
  return 'code' in property
    ? { formula2: { code: property.code } }
    : { formula: withPropertyIds(key, property.tree) }
}

/** Adds property ids to the property nodes of a formula tree. */
function withPropertyIds(key: string, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((item) => withPropertyIds(key, item))
  if (typeof node !== 'object' || node === null) return node
  const inner = Object.entries(node).map(([field, value]) => [field, withPropertyIds(key, value)])
  const isNamed = 'type' in node && node.type === 'property' && 'name' in node
  const id = isNamed && { id: propertyId(key, String(node.name)) }
  return { ...Object.fromEntries(inner), ...id }
}

function optionFields(key: string, name: string, property: PropertyInput): object {
  const optionKey = `${key}/${name}`
  if (property.type === 'status') return statusFields(property.groups, optionKey)
  return 'options' in property ? { options: selectOptions(property.options, optionKey) } : {}
}

function statusFields(groups: Record<string, Record<string, OptionColor>>, key: string) {
  const groupColors = ['gray', 'blue', 'green']
  return {
    options: Object.values(groups).flatMap((options) => selectOptions(options, key)),
    groups: Object.entries(groups).map(([group, options], index) => ({
      id: recordId(`group:${key}/${group}`),
      name: group,
      color: groupColors[index] ?? 'gray',
      optionIds: selectOptions(options, key).map((option) => option.id)
    }))
  }
}

function selectOptions(options: Record<string, OptionColor>, key: string) {
  return Object.entries(options).map(([value, color]) => ({
    id: recordId(`option:${key}/${value}`),
    // notion-types lacks two of these colours.
    color: color as Color,
    value
  }))
}
