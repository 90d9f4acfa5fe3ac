import { getBlockIcon } from 'notion-utils'
import type { ReactNode } from 'react'

import { isEmojiIcon, isPictureIcon } from '../../../site/notion/blocks/emoji-icon.ts'
import { type PageContext, blockOf, usePage } from '../context/page-context.ts'
import { Picture } from './Picture.tsx'

/** The icon of a page; renders nothing if it has none. */
export function PageIcon({ pageId }: { pageId: string }) {
  return renderPageIcon(pageId, usePage())
}

export function renderPageIcon(pageId: string, context: PageContext): ReactNode {
  const block = blockOf(context, pageId)
  const icon: unknown = block && getBlockIcon(block, context.page.recordMap)
  return typeof icon === 'string' && icon ? <Icon icon={icon} ownerId={pageId} /> : null
}

/** An emoji or a small picture; hidden from screen readers, since a name is beside it. */
export function Icon(props: { icon: string; ownerId: string; className?: string }) {
  const { icon, ownerId, className = 'icon' } = props
  if (isEmojiIcon(icon)) {
    return (
      <span className={className} aria-hidden="true">
        {icon}
      </span>
    )
  }
  if (!isPictureIcon(icon)) return null
  const owner = { id: ownerId }
  const size = { width: 24, height: 24 }
  return <Picture {...{ source: icon, owner, alt: '', className, place: 'icon', size }} />
}
