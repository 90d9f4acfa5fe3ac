import { titleToSlug } from './slug.ts'

/** What the address of a tag is made of. */
export interface TagPlace {
  collectionId: string
  /** The collection's name. */
  collection: string
  /** What the property is called in addresses; see `tagProperties`. */
  propertySlug: string
  /** The option's name. */
  option: string
}

const tagTypes: ReadonlySet<string> = new Set(['select', 'multi_select', 'status'])
const ID_DIGITS = 8

/** Longer options have no page: their addresses would be too long for a request. Notion allows 100 letters. */
export const MAX_TAG_LENGTH = 200

/** Whether the values of a property of this type are tags. */
export function isTagType(type: string): boolean {
  return tagTypes.has(type)
}

/**
 * The address of the page that lists a tag's rows, encoded: options may be called anything. The
 * collection is known by the end of its segment, the start of its id: its name may change, and
 * others may have it.
 */
export function tagAddress({ collectionId, collection, propertySlug, option }: TagPlace): string {
  const name = [titleToSlug(collection), collectionId.slice(0, ID_DIGITS)].filter(Boolean).join('-')
  return `/tags/${[name, propertySlug, optionName(option)].map(encodeURIComponent).join('/')}`
}

/** Browsers take `.` and `..` for steps on a path, however they are encoded. */
function optionName(option: string): string {
  return /^[.~]/.test(option) ? `~${option}` : option
}

/** What such an address names: the first digits of the collection's id, the property and the option. */
export function parseTagPath(
  segments: string[]
): { collectionDigits: string; propertySlug: string; option: string } | undefined {
  const [collection = '', propertySlug = '', option = ''] = segments
  const collectionDigits = /(?:^|-)([0-9a-f]{8})$/.exec(collection)?.[1]
  if (segments.length !== 3 || !collectionDigits || !propertySlug || !option) return undefined
  return { collectionDigits, propertySlug, option: option.replace(/^~/, '') }
}

/**
 * What the tag properties of one collection are called in addresses, by their id: the slug of the
 * name, or the id itself behind `~` where that is empty or two have it.
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
