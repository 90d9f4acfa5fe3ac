import type { Block, CollectionView } from 'notion-types'
import type { ReactNode } from 'react'

import { PathLink, renderLinkToPage } from '../blocks/media/PageLink.tsx'
import { type PageContext, pageTitle, usePage } from '../blocks/context/page-context.ts'

/** The title of a row as a link to its page, with its icon unless the view hides icons. */
export function RowLink({ row, view }: { row: Block; view: CollectionView }) {
  return renderRowLink(row, view, usePage())
}

export function renderRowLink(row: Block, view: CollectionView, context: PageContext): ReactNode {
  const { show_page_icon: showsIcon }: { show_page_icon?: unknown } = view.format ?? {}
  if (showsIcon !== false) return renderLinkToPage(row.id, context)
  return (
    <PathLink pageId={row.id}>
      <span className="page-link-title">{pageTitle(context, row.id)}</span>
    </PathLink>
  )
}
