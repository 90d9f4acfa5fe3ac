import type { Block, Collection, Decoration, ExtendedRecordMap, User } from 'notion-types'
import { getBlockValue, getNotionFileUrl } from 'notion-utils'

import { isPublicPicture } from '../../addresses/image-url.ts'
import { markedTexts, marksOf } from '../text/rich-text.ts'

const imageName = /\.(png|jpe?g|gif|webp|avif|svg|bmp|ico)(\?|$)/i

/** A file that a record shows. */
export interface ShownFile {
  /** Its URL as in the record. */
  source: string
  /** Whether it is shown as an image and therefore must be one. */
  isImage: boolean
  /**
   * The type that the block declares: `pdf`, `video` or `audio`, or the extension of a file's
   * title.
   */
  declared?: string | undefined
}

/**
 * The files of a block: its image, cover and icon, images of a bookmark, custom emoji and linked
 * image files in its texts, and every file in Notion's store that the record mentions. Emoji icons
 * are not files. Videos on other sites are not included.
 */
export function blockFiles(block: Block): ShownFile[] {
  const texts = markedTexts(block)
  // Most blocks of a page are a text without marks.
  if (!block.format && !block.properties?.source && texts.length === 0) return []
  const source: unknown = block.properties?.source?.[0]?.[0]
  const linked = texts.flatMap((text) => marksOf(text, 'a'))
  const emoji = texts.flatMap((text) => customEmoji(text, block.space_id))
  // Most formats are colours and widths.
  const isBare = !source && linked.length === 0 && emoji.length === 0
  if (isBare && !stringsIn(block.format).some(isAddress)) return []
  const {
    display_source: shown,
    // The picture before it was cropped, which no page shows.
    original_source: _original,
    ...format
  }: Record<string, unknown> = block.format ?? {}
  // `display_source` is another spelling of `source`, if both exist.
  const own = source ?? shown
  const pictures = [
    ...(block.type === 'image' ? [own] : []),
    ...['page_cover', 'page_icon', 'bookmark_icon', 'bookmark_cover'].map((key) => format[key]),
    ...emoji,
    ...(block.type === 'page' ? linked.filter(isImageFile) : [])
  ]
  const files = shownFiles(pictures, [own, ...linked, ...stringsIn(format)].filter(isStoredFile))
  const declared = declaredType(block)
  return files.map((file) => (declared && file.source === own ? { ...file, declared } : file))
}

function declaredType({ type, properties }: Block): string | undefined {
  if (['pdf', 'video', 'audio'].includes(type)) return type
  const title: unknown = type === 'file' ? properties?.title?.[0]?.[0] : undefined
  const [, extension] = /\.([a-z0-9]{1,11})$/i.exec(typeof title === 'string' ? title : '') ?? []
  return extension?.toLowerCase()
}

/**
 * The files of a collection: its icon, cover, custom emoji in its name and description, and files
 * in its format.
 */
export function collectionFiles(collection: Collection): ShownFile[] {
  const { icon, cover, name, description, format, space_id }: CollectionRecord = collection
  const emoji = [name, description].flatMap((text) => customEmoji(text, space_id))
  return shownFiles([icon, cover, ...emoji], stringsIn(format).filter(isStoredFile))
}

/** Fields that Notion's type of a collection lacks or narrows. */
interface CollectionRecord {
  icon?: unknown
  cover?: unknown
  name?: Decoration[]
  description?: Decoration[]
  format?: unknown
  space_id?: string
}

/** Whether a URL belongs to Notion's file store, which serves only signed URLs. */
export function isStoredFile(address: unknown): address is string {
  return isAddress(address) && getNotionFileUrl(address) !== undefined
}

/** Source URLs of all files in a record map. */
export function recordFileSources(recordMap: ExtendedRecordMap): string[] {
  const files: ShownFile[] = []
  for (const box of Object.values(recordMap.block)) {
    const block = getBlockValue<Block>(box)
    if (block) files.push(...blockFiles(block))
  }
  const collections = Object.values(recordMap.collection).map((box) =>
    getBlockValue<Collection>(box)
  )
  const users = Object.values(recordMap.notion_user).map((box) => getBlockValue<User>(box))
  files.push(...collections.flatMap((item) => (item ? collectionFiles(item) : [])))
  return [
    ...files.map(({ source }) => source),
    ...users.map((user) => user?.profile_photo).filter(isAddress)
  ]
}

/**
 * Whether a value refers to a file (an absolute URL, a path on the workspace's host, an attachment
 * or a custom emoji) and is not an emoji character.
 */
export function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^(https?:|attachment:|notion:|\/)/.test(value)
}

/** Whether a value is a well-formed reference to a file, so that the mirror may contain it. */
export function isSource(value: string): boolean {
  if (!isAddress(value) || /\p{Cc}/u.test(value)) return false
  if (/^https?:/.test(value)) return /^https?:\/\//.test(value) && URL.canParse(value)
  return /^(attachment:|notion:\/\/|\/)./.test(value)
}

/** Custom emoji of a text, in the form used by icons. */
function customEmoji(text: Decoration[] | undefined, spaceId: string | undefined): string[] {
  return marksOf(text, 'ce').flatMap((id) =>
    typeof id === 'string' ? `notion://custom_emoji/${spaceId ?? ''}/${id}` : []
  )
}

/** Each source once; a source that is both an image and another file counts as an image. */
function shownFiles(pictures: unknown[], others: string[]): ShownFile[] {
  const images = new Set(pictures.filter(isAddress))
  const rest = new Set(others.filter((source) => !images.has(source)))
  return [
    ...[...images].map((source) => ({ source, isImage: true })),
    ...[...rest].map((source) => ({ source, isImage: false }))
  ]
}

function stringsIn(value: unknown, found: string[] = []): string[] {
  if (typeof value === 'string') found.push(value)
  else if (typeof value === 'object' && value !== null) {
    for (const each of Object.values(value)) stringsIn(each, found)
  }
  return found
}

function isImageFile(address: unknown): boolean {
  return isAddress(address) && (imageName.test(address) || isPublicPicture(address))
}
