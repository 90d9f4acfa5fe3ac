import type { Block, CollectionView } from 'notion-types'
import type { ReactNode } from 'react'

import { PathLink, renderLinkToPage, titleText } from '../blocks/media/PageLink.tsx'
import { type PageContext, pageTitle, usePage } from '../blocks/context/page-context.ts'
import { notion } from '../blocks/vocabulary.ts'

/** The title of a row as a link to its page, with its icon unless the view hides icons. */
export function RowLink(props: { row: Block; view: CollectionView; className?: string }) {
  const { row, view, className } = props
  return renderRowLink(row, view, { context: usePage(), className })
}

export function renderRowLink(
  row: Block,
  view: CollectionView,
  {
    context,
    className = notion.link.title
  }: { context: PageContext; className?: string | undefined }
): ReactNode {
  const { show_page_icon: showsIcon }: { show_page_icon?: unknown } = view.format ?? {}
  if (showsIcon !== false) return renderLinkToPage(row.id, context, className)
  return (
    <PathLink pageId={row.id} className={className}>
      <span className={titleText}>{pageTitle(context, row.id)}</span>
    </PathLink>
  )
}
