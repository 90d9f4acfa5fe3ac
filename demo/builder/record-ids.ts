import { createHash } from 'node:crypto'

/** A dashed UUID derived from a key. */
export function recordId(key: string): string {
  const hex = digest(key).slice(0, 32)
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20)
  ].join('-')
}

/** The id of a page by its key: its path of titles (`Wiki/Recipes`) or its explicit key. */
export function pageId(key: string): string {
  return recordId(`page:${key}`)
}

/** The id of a collection by its key. */
export function collectionId(key: string): string {
  return recordId(`collection:${key}`)
}

/** The id of a user by its key. */
export function userId(key: string): string {
  return recordId(`user:${key}`)
}

/** The id of a named block by its key. */
export function blockId(key: string): string {
  return recordId(`named:${key}`)
}

/** The id of a synced block by its key. */
export function syncedBlockId(key: string): string {
  return recordId(`synced:${key}`)
}

/** The id of a property: four characters, including punctuation, as in Notion. */
export function propertyId(collectionKey: string, name: string): string {
  const bytes = Buffer.from(digest(`property:${collectionKey}/${name}`), 'hex')
  return [...bytes.subarray(0, 4)].map((byte) => propertyCharacters[byte % 64]).join('')
}

const propertyCharacters = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789:;<>@[]'

const FIRST_EDIT = Date.UTC(2025, 0, 11, 9, 30)
const LAST_EDIT = Date.UTC(2026, 8, 27, 18, 0)
const MINUTE = 60_000

/**
 * Creation and edit time of the nth record, in whole minutes as in Notion. Records are created
 * about four hours apart and edited up to 300 days later, but not after `LAST_EDIT`.
 */
export function recordTimes(key: string, order: number): { created: number; edited: number } {
  const seed = Number.parseInt(digest(key).slice(0, 8), 16)
  const created = Math.min(FIRST_EDIT + order * 227 * MINUTE, LAST_EDIT)
  const edited = Math.min(created + (seed % (300 * 1440)) * MINUTE, LAST_EDIT)
  return { created, edited }
}

/** The version of a record, at least 1; Notion increments it with each edit. */
export function recordVersion(key: string): number {
  return 1 + (Number.parseInt(digest(key).slice(8, 14), 16) % 90)
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
