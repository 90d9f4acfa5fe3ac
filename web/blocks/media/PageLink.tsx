import type { Block } from 'notion-types'

import type { ReactNode } from 'react'

import { hasText } from '../context/extra-text.ts'
import { PageIcon } from './PageIcon.tsx'
import { pagePath, pageTitle, usePage, textOf } from '../context/page-context.ts'
import { RichText } from '../text/RichText.tsx'

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
  const title = typeof target === 'string' ? pageTitle(context, target) : undefined
  const own: unknown = block.properties?.title
  // The record may have words of its own, for when the page is not there or is called otherwise.
  const isOwnShown = hasText(own) && textOf(context, own).trim() !== title
  return (
    <p className="page-link">
      {typeof target === 'string' && title !== undefined && <LinkToPage pageId={target} />}{' '}
      {isOwnShown && <RichText value={own} />}
      {title === undefined && !isOwnShown && (
        <span className="missing">{context.messages.missing.p}</span>
      )}
    </p>
  )
}

/** A page's icon and title, linked when the mirror holds the page. */
export function LinkToPage({ pageId }: { pageId: string }) {
  const context = usePage()
  return (
    <PathLink pageId={pageId}>
      <PageIcon pageId={pageId} />
      <span className="page-link-title">
        {pageTitle(context, pageId) ?? context.messages.untitled}
      </span>
    </PathLink>
  )
}

/** A link to a page; only what stands in it when the mirror does not hold the page. */
export function PathLink({ pageId, children }: { pageId: string; children: ReactNode }) {
  const path = pagePath(usePage(), pageId)
  return path === undefined ? <span>{children}</span> : <a href={path}>{children}</a>
}
