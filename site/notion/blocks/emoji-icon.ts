import { isAddress } from '../files/file-sources.ts'

/** An emoji is put together of up to some twenty signs; what is longer than any is none. */
const MAX_LENGTH = 64

/** Whether an icon is a picture, by its address or as it stands. */
export function isPictureIcon(icon: string): boolean {
  return icon.startsWith('data:') || isAddress(icon)
}

/** Whether an icon is an emoji, or some other sign that can stand before a name. */
export function isEmojiIcon(icon: string): boolean {
  return icon !== '' && icon.length <= MAX_LENGTH && !isPictureIcon(icon)
}
