import type { Block, CollectionView } from 'notion-types'

import { LinkToPage, PathLink } from '../blocks/media/PageLink.tsx'
import { pageTitle, usePage } from '../blocks/context/page-context.ts'

/** The title of a row as a link to its page, with its icon unless the view hides icons. */
export function RowLink({ row, view }: { row: Block; view: CollectionView }) {
  const context = usePage()
  const { show_page_icon: showsIcon }: { show_page_icon?: unknown } = view.format ?? {}
  if (showsIcon !== false) return <LinkToPage pageId={row.id} />
  return (
    <PathLink pageId={row.id}>
      <span className="page-link-title">{pageTitle(context, row.id)}</span>
    </PathLink>
  )
}
