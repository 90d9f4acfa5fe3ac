import { recordId } from '../builder/record-ids.ts'

/** An uploaded image or file; its URL must be signed. */
export function attachment(name: string): string {
  return `attachment:${recordId(`file:${name}`)}:${name}`
}

/** A cover from Notion's gallery. */
export function cover(name: string): string {
  return `/images/page-cover/${name}.png`
}

/** An icon from Notion's icon set. */
export function icon(name: string): string {
  return `/icons/${name}.svg`
}

/** A custom emoji of the workspace, in the form used by icons. Its image is that of an icon. */
export function customEmojiIcon(name: string): string {
  return `notion://custom_emoji/${recordId('space:Hollow Lantern')}/${recordId(`emoji:${name}`)}`
}

/** The picture of a user. */
export function avatar(name: string): string {
  return `/images/avatars/${name}.png`
}
