import type { CollectionPropertySchemaMap } from 'notion-types'
import { Fragment } from 'react'

import { plainText } from '../../../site/rich-text.ts'
import { tagAddress, tagProperties } from '../../../site/tag-path.ts'
import { splitOptions } from '../../../site/split-options.ts'
import { collectionOf, usePage } from '../page-context.ts'
import { Tag } from '../Tag.tsx'
import type { PropertySchema, ValueProps } from './property-schema.ts'

/** The options of a select, multi-select or status, in the workspace's colours, each with a link to all rows that have it. */
export function TagsValue({ row, id, schema, value }: ValueProps) {
  const hrefOf = useTagLinks(row.parent_id, id)
  const text = plainText(value)
  const known = optionsOf(schema).map((option) => option.value)
  const names = schema.type === 'multi_select' ? splitOptions(text, known) : [text]
  return <Tags names={names} schema={schema} hrefOf={hrefOf} />
}

/** Where the tags of a property lead; undefined when the page does not hold its collection. */
function useTagLinks(collectionId: string, id: string): TagsProps['hrefOf'] {
  const collection = collectionOf(usePage(), collectionId)
  if (!collection) return undefined
  const links = tagLinks(collection.schema)
  return (option) => {
    const key = `${id}\n${option}`
    const known = links.hrefs.get(key)
    if (known !== undefined) return known
    const propertySlug = links.slugs.get(id) ?? `~${id}`
    const name = plainText(collection.name)
    const href = tagAddress({ collectionId, collection: name, propertySlug, option })
    links.hrefs.set(key, href)
    return href
  }
}

interface TagLinks {
  /** Of properties, by their ids. */
  slugs: Map<string, string>
  /** By property and option. */
  hrefs: Map<string, string>
}

/** Kept by schema: a table asks once for each of its cells. */
function tagLinks(schema: CollectionPropertySchemaMap): TagLinks {
  const known = linksBySchema.get(schema)
  if (known) return known
  const properties = Object.entries(schema).map(([id, { name, type }]) => ({
    id,
    // As the mirror has it: a property that was never named is known by its id.
    name: name ?? id,
    type: type ?? 'text'
  }))
  const links = { slugs: tagProperties(properties), hrefs: new Map<string, string>() }
  linksBySchema.set(schema, links)
  return links
}

const linksBySchema = new WeakMap<CollectionPropertySchemaMap, TagLinks>()

interface TagsProps {
  names: string[]
  schema: PropertySchema
  /** Address of the page that lists the rows of an option. */
  hrefOf?: ((name: string) => string) | undefined
}

/** These options of a property; those that its schema does not name have no colour. */
export function Tags({ names, schema, hrefOf }: TagsProps) {
  const shown = [...new Set(names.map((name) => name.trim()))].filter(Boolean)
  if (shown.length === 0) return null
  return (
    <span className="tags">
      {shown.map((name) => {
        const option = optionsOf(schema).find(({ value }) => value === name)
        const tag = <Tag name={name} color={option?.color} group={groupOf(schema, option?.id)} />
        // Where a long value was cut, the last name is a stump: no page lists its rows.
        const isStump = !option && name.endsWith('…')
        return hrefOf && !isStump ? (
          <a key={name} href={hrefOf(name)}>
            {tag}
          </a>
        ) : (
          <Fragment key={name}>{tag}</Fragment>
        )
      })}
    </span>
  )
}

function optionsOf({ options }: PropertySchema) {
  return Array.isArray(options) ? options.filter((option) => typeof option?.value === 'string') : []
}

function groupOf({ type, groups }: PropertySchema, optionId: string | undefined) {
  if (type !== 'status' || !Array.isArray(groups) || !optionId) return undefined
  return groups.find((group) => group?.optionIds?.includes(optionId))
}
