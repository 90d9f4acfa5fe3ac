import { createHash } from 'node:crypto'

/** The id of the record with a key: a dashed UUID that is the same in every run. */
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

/** The id of the page with a key: its path of titles (`Wiki/Recipes`) or the key it was given. */
export function pageId(key: string): string {
  return recordId(`page:${key}`)
}

/** Ids of a collection, its views and its users, by their keys. */
export function collectionId(key: string): string {
  return recordId(`collection:${key}`)
}

/** The id of an account of the workspace. */
export function userId(key: string): string {
  return recordId(`user:${key}`)
}

/** The id of a block that was given a name. */
export function blockId(key: string): string {
  return recordId(`named:${key}`)
}

/** The id of a synced block. */
export function syncedBlockId(key: string): string {
  return recordId(`synced:${key}`)
}

/**
 * The id of a collection's property: `title`, or four characters as Notion makes them,
 * punctuation included.
 */
export function propertyId(collectionKey: string, name: string): string {
  const bytes = Buffer.from(digest(`property:${collectionKey}/${name}`), 'hex')
  return [...bytes.subarray(0, 4)].map((byte) => propertyCharacters[byte % 64]).join('')
}

const propertyCharacters = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789:;<>@[]'

const FIRST_EDIT = Date.UTC(2025, 0, 11, 9, 30)
const LAST_EDIT = Date.UTC(2026, 8, 27, 18, 0)
const MINUTE = 60_000

/**
 * When the nth record was written and last edited, rounded to the minute as Notion does. Records are
 * about four hours apart; the edit lies up to 300 days later and before the last edit of all.
 */
export function recordTimes(key: string, order: number): { created: number; edited: number } {
  const seed = Number.parseInt(digest(key).slice(0, 8), 16)
  const created = Math.min(FIRST_EDIT + order * 227 * MINUTE, LAST_EDIT)
  const edited = Math.min(created + (seed % (300 * 1440)) * MINUTE, LAST_EDIT)
  return { created, edited }
}

/** A version number such as Notion counts up with every edit; at least 1. */
export function recordVersion(key: string): number {
  return 1 + (Number.parseInt(digest(key).slice(8, 14), 16) % 90)
}

function digest(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
