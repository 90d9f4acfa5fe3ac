import type { Block } from 'notion-types'

import { createElement, Fragment, type ReactNode } from 'react'

import { hasText } from '../context/extra-text.ts'
import { renderPageIcon } from './PageIcon.tsx'
import { slotted } from '../../slots/Slot.tsx'
import { type PageContext, pagePath, usePage } from '../context/page-context.ts'
import { pageTitle, textOf } from '../context/shown-names.ts'
import { chapterAt } from '../spoilers/chapters.ts'
import { coverName, pageChapter } from '../spoilers/Spoiler.tsx'
import { RichText } from '../text/RichText.tsx'
import { notion } from '../vocabulary.ts'

const pageLink = `page-link ${notion.link.page}`
/** Classes of the title in a link to a page. */
export const titleText = `page-link-title ${notion.link.titleText}`

/** A sub-page block: a link on a line of its own. */
export function PageLink({ block }: { block: Block }) {
  return <p className={pageLink}>{renderLinkToPage(block.id, usePage())}</p>
}

/** An alias block: a link to a page that is elsewhere in the tree. */
export function AliasLink({ block }: { block: Block }) {
  const context = usePage()
  const target: unknown = block.format?.alias_pointer?.id
  const title = typeof target === 'string' ? pageTitle(context, target) : undefined
  const own: unknown = block.properties?.title
  // The record may have its own text, for when the page is missing or has another title.
  const isCovered = typeof target === 'string' && pageChapter(context, target) !== undefined
  const isOwnShown = hasText(own) && textOf(context, own).trim() !== title && !isCovered
  return (
    <p className={pageLink}>
      {typeof target === 'string' && title !== undefined && renderLinkToPage(target, context)}{' '}
      {isOwnShown && <RichText value={own} />}
      {title === undefined && !isOwnShown && (
        <span className="missing">{context.messages.missing.p}</span>
      )}
    </p>
  )
}

/** A page's icon and title, linked if the mirror has the page. `className` is that of the link. */
export function renderLinkToPage(
  pageId: string,
  context: PageContext,
  className: string = notion.link.title
): ReactNode {
  const path = pagePath(context, pageId)
  const icon = renderPageIcon(pageId, context)
  const name = (
    <span className={titleText}>{pageTitle(context, pageId) ?? context.messages.untitled}</span>
  )
  if (path === undefined) return createElement('span', { className }, icon, name)
  return linkTo(context, { href: path, className, inside: [icon, name] })
}

interface LinkParts {
  href: string
  className: string | undefined
  inside: ReactNode[]
}

/** A link, or the slot for it, whose children are covered as well. */
function linkTo(context: PageContext, { href, className, inside }: LinkParts): ReactNode {
  const { chapters, messages } = context
  const chapter = chapterAt(chapters, href)
  const shown =
    chapter === undefined
      ? inside
      : [coverName(createElement(Fragment, null, ...inside), { chapter, messages })]
  const own = createElement('a', { href, className }, ...shown)
  if (!context.slots?.has('PageLink')) return own
  return slotted(context, {
    name: 'PageLink',
    props: { href, className },
    inside: createElement(Fragment, null, ...shown),
    own
  })
}

/** A link to a page; only its children if the mirror lacks the page. */
export function PathLink(props: { pageId: string; className: string; children: ReactNode }) {
  const { pageId, className, children } = props
  const context = usePage()
  const path = pagePath(context, pageId)
  if (path === undefined) return <span className={className}>{children}</span>
  return linkTo(context, { href: path, className, inside: [children] })
}
