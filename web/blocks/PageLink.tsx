import type { Block } from 'notion-types'

import { PageIcon } from './PageIcon.tsx'
import { pagePath, pageTitle, usePage } from './page-context.ts'
import { SafeLink } from './SafeLink.tsx'

/** A sub-page, as a line of its own. */
export function PageLink({ block }: { block: Block }) {
  return (
    <p className="page-link">
      <LinkToPage pageId={block.id} />
    </p>
  )
}

/** A page that stands elsewhere and is shown here by reference. */
export function AliasLink({ block }: { block: Block }) {
  const context = usePage()
  const target: unknown = block.format?.alias_pointer?.id
  const isHere = typeof target === 'string' && pageTitle(context, target) !== undefined
  return (
    <p className="page-link">
      {isHere ? (
        <LinkToPage pageId={target} />
      ) : (
        <span className="missing">{context.words.missingPage}</span>
      )}
    </p>
  )
}

/** A page's icon and title, linked when the mirror holds the page. */
export function LinkToPage({ pageId }: { pageId: string }) {
  const context = usePage()
  return (
    <SafeLink href={pagePath(context, pageId)}>
      <PageIcon pageId={pageId} />
      <span className="page-link-title">
        {pageTitle(context, pageId) ?? context.words.untitled}
      </span>
    </SafeLink>
  )
}
