import type { Block, Collection, Decoration, ExtendedRecordMap, User } from 'notion-types'
import { getBlockValue } from 'notion-utils'

import { marksOf } from './rich-text.ts'

const imageName = /\.(png|jpe?g|gif|webp|avif|svg|bmp|ico)(\?|$)/i

/**
 * Source addresses of the images a block shows: its picture, cover and icon, a bookmark's
 * pictures, and image files among a row's properties. Emoji icons are no images.
 */
export function imageSources(block: Block): string[] {
  const format: Record<string, unknown> = block.format ?? {}
  const own = block.type === 'image' ? [block.properties?.source?.[0]?.[0]] : []
  const named = [
    format['page_cover'],
    format['page_icon'],
    format['bookmark_icon'],
    format['bookmark_cover']
  ]
  const files = block.type === 'page' ? fileImages(block) : []
  return [...new Set([...own, ...named, ...files].filter(isAddress))]
}

/** Source addresses of the images a collection shows: its icon and cover. */
export function collectionImageSources(collection: Collection): string[] {
  const cover = 'cover' in collection ? collection.cover : undefined
  return [collection.icon, cover].filter(isAddress)
}

/** Source addresses of every image that the records of a map show. */
export function recordImageSources(recordMap: ExtendedRecordMap): string[] {
  const blocks = Object.values(recordMap.block).map((box) => getBlockValue<Block>(box))
  const collections = Object.values(recordMap.collection).map((box) =>
    getBlockValue<Collection>(box)
  )
  const users = Object.values(recordMap.notion_user).map((box) => getBlockValue<User>(box))
  return [
    ...blocks.flatMap((block) => (block ? imageSources(block) : [])),
    ...collections.flatMap((item) => (item ? collectionImageSources(item) : [])),
    ...users.map((user) => user?.profile_photo).filter(isAddress)
  ]
}

/** Whether a value names a file (absolute, relative to the workspace's host, or attached) and not an emoji. */
export function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^(https?:|attachment:|\/)/.test(value)
}

function fileImages(row: Block): unknown[] {
  const values = Object.values(row.properties ?? {}) as Decoration[][]
  return values.flatMap((value) => marksOf(value, 'a').filter(isImageFile))
}

function isImageFile(address: unknown): boolean {
  return isAddress(address) && imageName.test(address)
}
