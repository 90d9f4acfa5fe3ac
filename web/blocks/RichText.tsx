import { createElement, Fragment, type ReactNode } from 'react'

import { linkedPageId } from '../../site/block-references.ts'
import { type Mark, mentionIn } from '../../site/mentions.ts'
import { parseId, undashId } from '../../site/page-id.ts'
import { formulaIn, marksIn } from '../../site/rich-text.ts'
import { Equation } from './Equation.tsx'
import { Mention } from './Mention.tsx'
import { type PageContext, pagePath, usePage } from './page-context.ts'
import { anchorOf } from './page-outline.ts'
import { SafeLink } from './SafeLink.tsx'

/**
 * Rich text with its marks, links, mentions and equations. Ours rather than the library's: that one
 * drops mentions it cannot resolve, loads pictures of linked sites and prints dates in the server's zone.
 */
export function RichText({ value }: { value: unknown }) {
  const context = usePage()
  if (!Array.isArray(value)) return null
  return value.map((part, index) => (
    // Parts have no identity of their own and never move: the page is drawn once.
    // oxlint-disable-next-line react/no-array-index-key
    <Part key={index} part={part} context={context} />
  ))
}

function Part({ part, context }: { part: unknown; context: PageContext }) {
  if (!Array.isArray(part) || typeof part[0] !== 'string') return null
  const marks = marksIn(part)
  const link = marks.find(([kind]) => kind === 'a')
  let element: ReactNode = content(part[0], marks, link !== undefined)

  for (const mark of marks) {
    // A link in a link is none.
    if (mark[0] !== 'a' || mark === link) element = marked(element, mark, context)
  }
  return element
}

function content(text: string, marks: Mark[], isLinked: boolean): ReactNode {
  const math = formulaIn(marks)
  if (math !== undefined) return <Equation math={math} isInline />
  const mention = mentionIn(text, marks)
  if (mention) return <Mention mention={mention} text={text} isLinked={isLinked} />
  return text.includes('\n') ? withBreaks(text) : text
}

/** The line feed after a break is for those who take the text without its elements. */
function withBreaks(text: string): ReactNode {
  const [first, ...rest] = text.split('\n')
  const lines = rest.flatMap((line) => [createElement('br'), '\n', line])
  return createElement(Fragment, null, first, ...lines)
}

function marked(element: ReactNode, [kind, value]: Mark, context: PageContext): ReactNode {
  switch (kind) {
    case 'b':
      return <strong>{element}</strong>
    case 'i':
      return <em>{element}</em>
    case 's':
      return <s>{element}</s>
    case '_':
      return <u>{element}</u>
    case 'c':
      return <code>{element}</code>
    case 'h':
      return <span className={colorClass(value)}>{element}</span>
    case 'a':
      return <SafeLink href={resolveLink(value, context)}>{element}</SafeLink>
    default:
      // Comments (`m`), suggestions (`si`, `sr`, `sa`, `sua`) and marks that nobody documents change nothing for a reader.
      return element
  }
}

/** The class of one of Notion's colours (`red`, `red_background`), or undefined for none. */
export function colorClass(color: unknown): string | undefined {
  const isColor = typeof color === 'string' && /^[a-z]+(_background)?$/.test(color)
  return isColor && !color.startsWith('default') ? `color-${color}` : undefined
}

/** Links to pages of the workspace lead to their path here; those the mirror lacks lead nowhere. */
function resolveLink(address: unknown, context: PageContext): string | undefined {
  if (typeof address !== 'string') return undefined
  const pageId = linkedPageId(address)
  if (!pageId) return address

  const path = pagePath(context, pageId)
  if (!path) return address.startsWith('/') ? undefined : address
  const blockId = parseId(address.split('#')[1])
  if (!blockId) return path + viewQuery(address)
  // A section of the page that is read is named as its own contents do.
  const hash = anchorOf(context.outline.anchors, blockId)
  return pageId === context.page.id ? `#${hash}` : `${path}#${undashId(blockId)}`
}

/** A link to a database may name one of its views, as an address here does. */
function viewQuery(address: string): string {
  const viewId = parseId(new URL(address, 'https://notion.so').searchParams.get('v') ?? undefined)
  return viewId ? `?v=${undashId(viewId)}` : ''
}
