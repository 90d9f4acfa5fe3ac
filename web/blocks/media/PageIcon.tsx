import { getBlockIcon } from 'notion-utils'
import type { ReactNode } from 'react'

import { isEmojiIcon, isPictureIcon } from '../../../site/notion/blocks/emoji-icon.ts'
import { type PageContext } from '../context/page-context.ts'
import { Picture } from './Picture.tsx'
import { notion } from '../vocabulary.ts'
import { renderTypeIcon } from './TypeIcon.tsx'

const inline = `icon ${notion.icon.inline} ${notion.icon.title}`
const emojiIcon = `${inline} ${notion.icon.emoji}`
const pictureIcon = `${inline} ${notion.icon.picture}`

/** The icon of a page; if it has none, that of pages in the look of Notion, otherwise nothing. */
export function renderPageIcon(pageId: string, context: PageContext): ReactNode {
  const block = context.blocks.get(pageId)
  const icon: unknown = block && getBlockIcon(block, context.page.recordMap)
  if (typeof icon === 'string' && icon) return <Icon icon={icon} ownerId={pageId} />
  return renderTypeIcon(context, 'file', pictureIcon)
}

/** An emoji or a small picture; hidden from screen readers, since a name is beside it. */
export function Icon(props: { icon: string; ownerId: string; className?: string }) {
  const { icon, ownerId, className } = props
  if (isEmojiIcon(icon)) {
    return (
      <span className={className ?? emojiIcon} aria-hidden="true">
        {icon}
      </span>
    )
  }
  if (!isPictureIcon(icon)) return null
  const owner = { id: ownerId }
  const size = { width: 24, height: 24 }
  return (
    <Picture
      {...{
        source: icon,
        owner,
        alt: '',
        className: className ?? pictureIcon,
        place: 'icon',
        size
      }}
    />
  )
}
