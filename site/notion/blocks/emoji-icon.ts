import { isAddress } from '../files/file-sources.ts'

/**
 * Maximum length of an emoji in UTF-16 units; the longest sequences have about twenty code points.
 */
const MAX_LENGTH = 64

/** Whether an icon is an image, by URL or as `data:`. */
export function isPictureIcon(icon: string): boolean {
  return icon.startsWith('data:') || isAddress(icon)
}

/** Whether an icon is an emoji or another short text. */
export function isEmojiIcon(icon: string): boolean {
  return icon !== '' && icon.length <= MAX_LENGTH && !isPictureIcon(icon)
}
