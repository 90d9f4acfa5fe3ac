import type { Block, Collection, Decoration, ExtendedRecordMap, User } from 'notion-types'
import { getBlockValue, getNotionFileUrl } from 'notion-utils'

import { marksOf } from './rich-text.ts'

const imageName = /\.(png|jpe?g|gif|webp|avif|svg|bmp|ico)(\?|$)/i

/**
 * Source addresses of the files a block shows: its picture, cover and icon, a bookmark's pictures,
 * image files among a row's properties, and whatever the workspace itself stores for it (a file, a
 * recording, a document). Emoji icons are no files, and films on other sites are left there.
 */
export function fileSources(block: Block): string[] {
  const format: Record<string, unknown> = block.format ?? {}
  const own: unknown = block.properties?.source?.[0]?.[0]
  const isOwnFile = block.type === 'image' || isStoredFile(own)
  const named = [
    format['page_cover'],
    format['page_icon'],
    format['bookmark_icon'],
    format['bookmark_cover']
  ]
  const files = block.type === 'page' ? propertyFiles(block) : []
  return [...new Set([...(isOwnFile ? [own] : []), ...named, ...files].filter(isAddress))]
}

/** Whether an address is one of the workspace's own store, which hands out files only when it has signed them. */
export function isStoredFile(address: unknown): address is string {
  return isAddress(address) && getNotionFileUrl(address) !== undefined
}

/** Source addresses of the files a collection shows: its icon and cover. */
export function collectionFileSources(collection: Collection): string[] {
  const cover = 'cover' in collection ? collection.cover : undefined
  return [collection.icon, cover].filter(isAddress)
}

/** Source addresses of every file that the records of a map show. */
export function recordFileSources(recordMap: ExtendedRecordMap): string[] {
  const blocks = Object.values(recordMap.block).map((box) => getBlockValue<Block>(box))
  const collections = Object.values(recordMap.collection).map((box) =>
    getBlockValue<Collection>(box)
  )
  const users = Object.values(recordMap.notion_user).map((box) => getBlockValue<User>(box))
  return [
    ...blocks.flatMap((block) => (block ? fileSources(block) : [])),
    ...collections.flatMap((item) => (item ? collectionFileSources(item) : [])),
    ...users.map((user) => user?.profile_photo).filter(isAddress)
  ]
}

/** Whether a value names a file (absolute, relative to the workspace's host, or attached) and not an emoji. */
export function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^(https?:|attachment:|\/)/.test(value)
}

function propertyFiles(row: Block): unknown[] {
  const values = Object.values(row.properties ?? {}) as Decoration[][]
  return values.flatMap((value) =>
    marksOf(value, 'a').filter((address) => isStoredFile(address) || isImageFile(address))
  )
}

function isImageFile(address: unknown): boolean {
  return isAddress(address) && imageName.test(address)
}
