import type { Block } from 'notion-types'

import { createElement, Fragment, type ReactNode } from 'react'

import { hasText } from '../context/extra-text.ts'
import { renderPageIcon } from './PageIcon.tsx'
import { slotted } from '../../slots/Slot.tsx'
import { type PageContext, pagePath, pageTitle, usePage, textOf } from '../context/page-context.ts'
import { RichText } from '../text/RichText.tsx'

/** A sub-page block: a link on a line of its own. */
export function PageLink({ block }: { block: Block }) {
  return (
    <p className="page-link">
      <LinkToPage pageId={block.id} />
    </p>
  )
}

/** An alias block: a link to a page that is elsewhere in the tree. */
export function AliasLink({ block }: { block: Block }) {
  const context = usePage()
  const target: unknown = block.format?.alias_pointer?.id
  const title = typeof target === 'string' ? pageTitle(context, target) : undefined
  const own: unknown = block.properties?.title
  // The record may have its own text, for when the page is missing or has another title.
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

/** A page's icon and title, linked if the mirror has the page. */
export function LinkToPage({ pageId }: { pageId: string }) {
  return renderLinkToPage(pageId, usePage())
}

export function renderLinkToPage(pageId: string, context: PageContext): ReactNode {
  const path = pagePath(context, pageId)
  const icon = renderPageIcon(pageId, context)
  const name = (
    <span className="page-link-title">
      {pageTitle(context, pageId) ?? context.messages.untitled}
    </span>
  )
  const own = createElement(path === undefined ? 'span' : 'a', { href: path }, icon, name)
  return path === undefined ? own : slottedLink(context, { href: path, inside: [icon, name], own })
}

function slottedLink(
  context: PageContext,
  { href, inside, own }: { href: string; inside: ReactNode[]; own: ReactNode }
): ReactNode {
  if (!context.slots?.has('PageLink')) return own
  const props = { href, className: undefined }
  return slotted(context, {
    name: 'PageLink',
    props,
    inside: createElement(Fragment, null, ...inside),
    own
  })
}

/** A link to a page; only its children if the mirror lacks the page. */
export function PathLink({ pageId, children }: { pageId: string; children: ReactNode }) {
  const context = usePage()
  const path = pagePath(context, pageId)
  if (path === undefined) return <span>{children}</span>
  return slottedLink(context, {
    href: path,
    inside: [children],
    own: <a href={path}>{children}</a>
  })
}
