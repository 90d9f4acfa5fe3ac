import type { Block, CollectionView } from 'notion-types'

import { LinkToPage } from '../PageLink.tsx'
import { pagePath, pageTitle, usePage } from '../page-context.ts'
import { SafeLink } from '../SafeLink.tsx'

/** The title of a row as a link to its page, with its icon where the view shows icons. */
export function RowLink({ row, view }: { row: Block; view: CollectionView }) {
  const context = usePage()
  const { show_page_icon: showsIcon }: { show_page_icon?: unknown } = view.format ?? {}
  if (showsIcon !== false) return <LinkToPage pageId={row.id} />
  return (
    <SafeLink href={pagePath(context, row.id)}>
      <span className="page-link-title">{pageTitle(context, row.id)}</span>
    </SafeLink>
  )
}
