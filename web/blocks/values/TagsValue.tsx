import type { Collection, CollectionPropertySchemaMap } from 'notion-types'
import type { ReactElement, ReactNode } from 'react'

import { plainText } from '../../../site/notion/text/rich-text.ts'
import { MAX_TAG_LENGTH, tagAddress, tagProperties } from '../../../site/addresses/tag-path.ts'
import { splitOptions } from '../../../site/notion/text/split-options.ts'
import { type PageContext, collectionOf } from '../context/page-context.ts'
import { tagElement } from '../rows/Tag.tsx'
import { slotted, valueProps } from '../../slots/Slot.tsx'
import type { PropertySchema, ValueProps } from './property-schema.ts'
import { notion } from '../vocabulary.ts'

type RenderTag = (name: string) => ReactElement

/** Options of a select, multi-select or status, each linked to the list of its rows. */
export function renderTagsValue(props: ValueProps, context: PageContext): ReactNode {
  const { row, id, schema, value } = props
  const text = plainText(value)
  if (context.slots?.has('propertySelectValue')) return renderSlottedTags(props, context)
  const collection = collectionOf(context, row.parent_id)
  const values = collection && tagCache(collection.schema).values
  const key = `${id}\n${text}`
  const known = values?.get(key)
  if (known !== undefined) return known
  const tags = renderTags(namesIn(text, schema), tagsOf(collection, props), schema.type)
  values?.set(key, tags)
  return tags
}

function namesIn(text: string, { type, options = [] }: PropertySchema): string[] {
  const names = options.map(({ value }) => value)
  return type === 'multi_select' ? splitOptions(text, names) : [text]
}

/** Each option in the slot for it, which gets the row: these elements cannot be cached. */
function renderSlottedTags(given: ValueProps, context: PageContext): ReactNode {
  const { row, schema, value: data } = given
  const render = tagsOf(collectionOf(context, row.parent_id), given)
  const renderSlot = (value: string) => {
    const option = schema.options?.find((each) => each.value === value)
    const props = { ...valueProps(context, given), value, option, color: option?.color }
    return slotted(context, { name: 'propertySelectValue', props, own: render(value) }, value)
  }
  return renderTags(namesIn(plainText(data), schema), renderSlot, schema.type)
}

/** Renders tags, with links if their collection is known. */
function tagsOf(
  collection: Collection | undefined,
  { id, schema }: Pick<ValueProps, 'id' | 'schema'>
): RenderTag {
  if (!collection) return (name) => renderTag(schema, name)
  const cache = tagCache(collection.schema)
  return (option) => {
    const key = `${id}\n${option}`
    const known = cache.tags.get(key)
    if (known) return known
    const propertySlug = cache.slugs.get(id) ?? `~${id}`
    const name = plainText(collection.name)
    const place = { collectionId: collection.id, collection: name, propertySlug, option }
    const href = option.length <= MAX_TAG_LENGTH ? tagAddress(place) : undefined
    const tag = renderTag(schema, option, href)
    cache.tags.set(key, tag)
    return tag
  }
}

interface TagCache {
  /** Slugs of properties in URLs, by property id. */
  slugs: Map<string, string>
  /** Elements by property and option. */
  tags: Map<string, ReactElement>
  /** Elements of whole values by property and text. */
  values: Map<string, ReactNode>
}

/** Cached by schema: a table renders the same tags in each of its rows. */
function tagCache(schema: CollectionPropertySchemaMap): TagCache {
  const known = tagsBySchema.get(schema)
  if (known) return known
  const properties = Object.entries(schema).map(([id, { name, type }]) => ({ id, name, type }))
  const cache: TagCache = { slugs: tagProperties(properties), tags: new Map(), values: new Map() }
  tagsBySchema.set(schema, cache)
  return cache
}

const tagsBySchema = new WeakMap<CollectionPropertySchemaMap, TagCache>()

const boxes = new Map<unknown, string>(
  (['select', 'multi_select', 'status'] as const).map((type) => [
    type,
    `tags ${notion.property[type]}`
  ])
)

/** Renders option names as tags, without duplicates. */
export function renderTags(
  names: string[],
  render: (name: string) => ReactNode,
  type: string
): ReactNode {
  const shown = [...new Set(names.map((name) => name.trim()))].filter(Boolean)
  return shown.length === 0 ? null : (
    <span className={boxes.get(type) ?? 'tags'}>{shown.map(render)}</span>
  )
}

/** Renders an option; one that is missing from the schema has no colour. `href` lists its rows. */
export function renderTag(schema: PropertySchema, name: string, href?: string): ReactElement {
  const option = schema.options?.find(({ value }) => value === name)
  // The last name of a truncated value is incomplete: no page lists its rows.
  const isTruncated = !option && name.endsWith('…')
  return tagElement({
    name,
    type: schema.type,
    color: option?.color,
    group: groupOf(schema, option?.id),
    href: isTruncated ? undefined : href
  })
}

function groupOf({ type, groups }: PropertySchema, optionId: string | undefined) {
  if (type !== 'status' || !optionId) return undefined
  return groups?.find((group) => group.optionIds?.includes(optionId))
}
