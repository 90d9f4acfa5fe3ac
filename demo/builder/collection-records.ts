import type { Collection, CollectionPropertySchema, Decoration, FormattedDate } from 'notion-types'

import type { CollectionInput } from './block-node.ts'
import type { PropertyInput, PropertyValue } from './property-input.ts'
import { propertySchema } from './property-schema.ts'
import { collectionId, pageId, propertyId, recordVersion, userId } from './record-ids.ts'

/** The record of a collection; `parentId` is the block that contains it. */
export function collectionRecord(input: CollectionInput, parentId: string): Collection {
  const id = collectionId(input.key)
  const record = {
    id,
    version: recordVersion(id),
    name: [[input.name]],
    ...(input.icon && { icon: input.icon }),
    ...(input.description && { description: [[input.description]] }),
    schema: collectionSchema(input),
    format: { collection_page_properties: pageProperties(input) },
    parent_id: parentId,
    parent_table: 'block',
    alive: true
  }
  // Notion omits an absent `icon` or `copied_from`; notion-types requires them.
  return record as unknown as Collection
}

/** The id of a property by its name. Throws for an unknown name. */
export function idOfProperty(input: CollectionInput, name: string): string {
  if (name === titleName(input)) return 'title'
  if (!(name in input.schema)) throw new Error(`${input.key} has no property "${name}"`)
  return propertyId(input.key, name)
}

/**
 * The properties of a row by id, including its title. Throws for unknown properties and options.
 */
export function rowProperties(
  input: CollectionInput,
  row: { title: string; properties: Record<string, PropertyValue> }
): Record<string, Decoration[]> {
  const properties: Record<string, Decoration[]> = { title: [[row.title]] }

  for (const [name, value] of Object.entries(row.properties)) {
    const property = input.schema[name]
    if (!property) throw new Error(`${input.key}/${row.title} has no property "${name}"`)
    checkOptions({ property, value, where: `${input.key}/${row.title}: ${name}` })
    const written = propertyText(property, value)
    if (written) properties[propertyId(input.key, name)] = written
  }

  return properties
}

/** The value of a relation with these pages. */
export function relationText(pageIds: string[]): Decoration[] {
  return commaSeparated(pageIds.map((id): Decoration => ['‣', [['p', id]]]))
}

export function titleName(input: CollectionInput): string {
  return input.titleName ?? 'Name'
}

function pageProperties(input: CollectionInput) {
  return Object.keys(input.schema).map((name) => ({
    property: propertyId(input.key, name),
    visible: true
  }))
}

function collectionSchema(input: CollectionInput): Record<string, CollectionPropertySchema> {
  const schema: Record<string, CollectionPropertySchema> = {
    title: { name: titleName(input), type: 'title' }
  }
  for (const [name, property] of Object.entries(input.schema)) {
    schema[propertyId(input.key, name)] = propertySchema({
      key: input.key,
      name,
      property,
      columns: input.schema
    })
  }
  return schema
}

function propertyText(property: PropertyInput, value: PropertyValue): Decoration[] | undefined {
  switch (property.type) {
    case 'checkbox':
      // Records omit an unchecked checkbox.
      return value === true ? [['Yes']] : undefined
    case 'multi_select':
      return [[strings(value).join(',')]]
    case 'relation':
      return relationText(strings(value).map(pageId))
    case 'person':
      return commaSeparated(strings(value).map((key): Decoration => ['‣', [['u', userId(key)]]]))
    case 'file':
      return commaSeparated(strings(value).map(fileLink))
    case 'date':
      return [['‣', [['d', value as FormattedDate]]]]
    case 'place':
    case 'verification':
      // notion-types lacks these marks.
      return [['‣', [[property.type, value]]]] as unknown as Decoration[]
    case 'url':
    case 'email':
    case 'phone_number':
      return [[String(value), [['a', String(value)]]]]
    default:
      return Array.isArray(value) ? (value as Decoration[]) : [[String(value)]]
  }
}

function fileLink(source: string): Decoration {
  const name = source.slice(Math.max(source.lastIndexOf('/'), source.lastIndexOf(':')) + 1)
  return [name, [['a', source]]]
}

function commaSeparated(values: Decoration[]): Decoration[] {
  return values.flatMap((value, index) => (index === 0 ? [value] : [[','], value]))
}

function strings(value: PropertyValue): string[] {
  return Array.isArray(value) ? value.map(String) : [String(value)]
}

function checkOptions(options: { property: PropertyInput; value: PropertyValue; where: string }) {
  const { property, value, where } = options
  const known = optionNames(property)
  if (!known) return
  for (const name of strings(value)) {
    if (!known.includes(name)) throw new Error(`${where}: no option "${name}"`)
  }
}

/** The names of a property's options, in order; undefined for other types. */
export function optionNames(property: PropertyInput): string[] | undefined {
  if (property.type === 'status') return Object.values(property.groups).flatMap(Object.keys)
  return 'options' in property ? Object.keys(property.options) : undefined
}
