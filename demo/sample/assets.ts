import { recordId } from '../builder/record-ids.ts'

/** A picture or file that was dropped into a page: its address has to be signed. */
export function attachment(name: string): string {
  return `attachment:${recordId(`file:${name}`)}:${name}`
}

/** A cover from the workspace's own gallery. */
export function cover(name: string): string {
  return `/images/page-cover/${name}.png`
}

/** An icon from the workspace's own set. */
export function icon(name: string): string {
  return `/icons/${name}.svg`
}

/** An emoji that the workspace has drawn itself, as icons name it; the picture is that of an icon. */
export function customEmojiIcon(name: string): string {
  return `notion://custom_emoji/${recordId('space:Hollow Lantern')}/${recordId(`emoji:${name}`)}`
}

/** The picture of an account. */
export function avatar(name: string): string {
  return `/images/avatars/${name}.png`
}
