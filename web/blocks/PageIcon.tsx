import { getBlockIcon } from 'notion-utils'

import { isAddress } from '../../site/file-sources.ts'
import { blockOf, usePage } from './page-context.ts'
import { Picture } from './Picture.tsx'

/** The icon of a page on a page, before its title; nothing when it has none. */
export function PageIcon({ pageId }: { pageId: string }) {
  const context = usePage()
  const block = blockOf(context, pageId)
  const icon: unknown = block && getBlockIcon(block, context.page.recordMap)
  return typeof icon === 'string' && icon ? <Icon icon={icon} ownerId={pageId} /> : null
}

/** An emoji is put together of up to some twenty; what is longer than any is no sign. */
const MAX_SIGN = 64

/** An emoji or a small picture that stands beside a name, which says the same: hidden from screen readers. */
export function Icon(props: { icon: string; ownerId: string; className?: string }) {
  const { icon, ownerId, className = 'icon' } = props
  const isLong = icon.length > MAX_SIGN
  const isPicture = icon.startsWith('data:') || isAddress(icon)
  if (!isPicture) {
    if (isLong) return null
    return (
      <span className={className} aria-hidden="true">
        {icon}
      </span>
    )
  }
  const owner = { id: ownerId }
  const size = { width: 24, height: 24 }
  return <Picture {...{ source: icon, owner, alt: '', className, place: 'icon', size }} />
}
