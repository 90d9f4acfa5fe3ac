import type { CollectionPropertySchemaMap } from 'notion-types'
import type { ReactElement, ReactNode } from 'react'

import { plainText } from '../../../site/notion/text/rich-text.ts'
import { MAX_TAG_LENGTH, tagAddress, tagProperties } from '../../../site/addresses/tag-path.ts'
import { splitOptions } from '../../../site/notion/text/split-options.ts'
import { collectionOf, usePage } from '../context/page-context.ts'
import { tagElement } from '../rows/Tag.tsx'
import type { PropertySchema, ValueProps } from './property-schema.ts'

type DrawTag = (name: string) => ReactElement

/** The options of a select, multi-select or status, in the workspace's colours, each with a link to all rows that have it. */
export function TagsValue({ row, id, schema, value }: ValueProps) {
  const draw = useLinkedTags(row.parent_id, { id, schema })
  const text = plainText(value)
  const names = schema.type === 'multi_select' ? splitOptions(text, optionNames(schema)) : [text]
  return renderTags(names, draw ?? ((name) => renderTag(schema, name)))
}

/** Draws the tags of a property with their links; undefined when the page does not hold its collection. */
function useLinkedTags(
  collectionId: string,
  { id, schema }: Pick<ValueProps, 'id' | 'schema'>
): DrawTag | undefined {
  const collection = collectionOf(usePage(), collectionId)
  if (!collection) return undefined
  const kept = keptTags(collection.schema)
  return (option) => {
    const key = `${id}\n${option}`
    const known = kept.drawn.get(key)
    if (known) return known
    const propertySlug = kept.slugs.get(id) ?? `~${id}`
    const name = plainText(collection.name)
    const place = { collectionId, collection: name, propertySlug, option }
    const href = option.length <= MAX_TAG_LENGTH ? tagAddress(place) : undefined
    const drawn = renderTag(schema, option, href)
    kept.drawn.set(key, drawn)
    return drawn
  }
}

interface KeptTags {
  /** Of properties in addresses, by their ids. */
  slugs: Map<string, string>
  /** By property and option. */
  drawn: Map<string, ReactElement>
}

/** Kept by schema: a table asks for the same tags in each of its rows. */
function keptTags(schema: CollectionPropertySchemaMap): KeptTags {
  const known = tagsBySchema.get(schema)
  if (known) return known
  const properties = Object.entries(schema).map(([id, { name, type }]) => ({
    id,
    // As the mirror has it: a property that was never named is known by its id.
    name: name ?? id,
    type: type ?? 'text'
  }))
  const tags = { slugs: tagProperties(properties), drawn: new Map<string, ReactElement>() }
  tagsBySchema.set(schema, tags)
  return tags
}

const tagsBySchema = new WeakMap<CollectionPropertySchemaMap, KeptTags>()

/** Options of a property, each once. */
export function renderTags(names: string[], draw: DrawTag): ReactNode {
  const shown = [...new Set(names.map((name) => name.trim()))].filter(Boolean)
  return shown.length === 0 ? null : <span className="tags">{shown.map(draw)}</span>
}

/** An option of a property; one that its schema does not name has no colour. `href` lists its rows. */
export function renderTag(schema: PropertySchema, name: string, href?: string): ReactElement {
  const option = optionsOf(schema).find(({ value }) => value === name)
  // Where a long value was cut, the last name is a stump: no page lists its rows.
  const isStump = !option && name.endsWith('…')
  return tagElement({
    name,
    color: option?.color,
    group: groupOf(schema, option?.id),
    href: isStump ? undefined : href
  })
}

const optionNames = (schema: PropertySchema) => optionsOf(schema).map(({ value }) => value)

function optionsOf({ options }: PropertySchema) {
  return Array.isArray(options) ? options.filter((option) => typeof option?.value === 'string') : []
}

function groupOf({ type, groups }: PropertySchema, optionId: string | undefined) {
  if (type !== 'status' || !Array.isArray(groups) || !optionId) return undefined
  return groups.find((group) => group?.optionIds?.includes(optionId))
}
