import { titleToSlug } from './slug.ts'

/** The parts of a tag page's URL. */
export interface TagAddress {
  collectionId: string
  /** The collection's name. */
  collection: string
  /** The property's name in URLs; see `tagProperties`. */
  propertySlug: string
  /** The option's name. */
  option: string
}

const tagTypes: ReadonlySet<string> = new Set(['select', 'multi_select', 'status'])
const ID_DIGITS = 8

/**
 * Longer options have no tag page, because their URLs would be too long. Notion allows 100
 * characters.
 */
export const MAX_TAG_LENGTH = 200

/** Whether the values of a property of this type are tags. */
export function isTagType(type: string): boolean {
  return tagTypes.has(type)
}

/**
 * The encoded URL of the page that lists a tag's rows. The first segment ends in the first digits
 * of the collection's id, which identify the collection: names change and are not unique.
 */
export function tagAddress({ collectionId, collection, propertySlug, option }: TagAddress): string {
  const name = [titleToSlug(collection), collectionId.slice(0, ID_DIGITS)].filter(Boolean).join('-')
  return `/tags/${[name, propertySlug, optionName(option)].map(encodeURIComponent).join('/')}`
}

/** Browsers resolve `.` and `..` as path segments even if they are encoded. */
function optionName(option: string): string {
  return /^[.~]/.test(option) ? `~${option}` : option
}

/**
 * Parses the segments of a tag URL: the first digits of the collection's id, the property and the
 * option.
 */
export function parseTagPath(
  segments: string[]
): { collectionDigits: string; propertySlug: string; option: string } | undefined {
  const [collection = '', propertySlug = '', option = ''] = segments
  const collectionDigits = /(?:^|-)([0-9a-f]{8})$/.exec(collection)?.[1]
  if (segments.length !== 3 || !collectionDigits || !propertySlug || !option) return undefined
  return { collectionDigits, propertySlug, option: option.replace(/^~/, '') }
}

/**
 * The names of a collection's tag properties in URLs, by property id: the slug of the property's
 * name, or `~` and the id if the slug is empty or not unique.
 */
export function tagProperties(
  properties: Iterable<{ id: string; name: string; type: string }>
): Map<string, string> {
  const slugs = [...properties]
    .filter(({ type }) => isTagType(type))
    .map(({ id, name }) => ({ id, slug: titleToSlug(name) }))
  const count = new Map<string, number>()
  for (const { slug } of slugs) count.set(slug, (count.get(slug) ?? 0) + 1)
  return new Map(
    slugs.map(({ id, slug }) => [
      id,
      slug !== '' && count.get(slug) === 1 ? slug : `~${id.toWellFormed()}`
    ])
  )
}
