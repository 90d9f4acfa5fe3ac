import { createElement, Fragment, type ReactNode } from 'react'

import { type Mark, mentionIn } from '../../../site/notion/text/mentions.ts'
import { formulaIn, marksIn } from '../../../site/notion/text/rich-text.ts'
import { Equation } from './Equation.tsx'
import { Mention } from './Mention.tsx'
import { type PageContext, usePage } from '../context/page-context.ts'
import { SafeLink } from './SafeLink.tsx'
import { resolveLink } from './resolve-link.ts'
import { colorClasses, notion } from '../vocabulary.ts'

/**
 * Rich text with its marks, links, mentions and equations. Not react-notion-x's component: it drops
 * mentions that it cannot resolve, loads pictures from linked sites and formats dates in the
 * server's time zone.
 */
export function RichText({ value }: { value: unknown }) {
  return renderRichText(value, usePage())
}

/** The same without a component of its own, which thousands of items and cells need not have. */
export function renderRichText(value: unknown, context: PageContext): ReactNode {
  if (!Array.isArray(value)) return null
  const single = value.length === 1 ? bareText(value[0]) : undefined
  return single ?? value.map((part: unknown, index) => renderPart(part, index, context))
}

function renderPart(part: unknown, index: number, context: PageContext): ReactNode {
  // Parts have no id and never move: the page is rendered once.
  return bareText(part) ?? <Fragment key={index}>{renderMarked(part, context)}</Fragment>
}

/** Most parts are one line of text without marks and need no component. */
function bareText(part: unknown): string | undefined {
  if (!Array.isArray(part) || part.length > 1 || typeof part[0] !== 'string') return undefined
  return part[0].includes('\n') ? undefined : part[0]
}

function renderMarked(part: unknown, context: PageContext): ReactNode {
  if (!Array.isArray(part) || typeof part[0] !== 'string') return null
  const marks = marksIn(part)
  const link = marks.find(([kind]) => kind === 'a')
  let element: ReactNode = content(part[0], marks, link !== undefined)

  for (const mark of marks) {
    // A link inside a link is not valid HTML.
    if (mark[0] !== 'a' || mark === link) element = marked(element, mark, context)
  }
  return element
}

function content(text: string, marks: readonly Mark[], isLinked: boolean): ReactNode {
  const math = formulaIn(marks)
  if (math !== undefined) return <Equation math={math} isInline />
  const mention = mentionIn(text, marks)
  if (mention) return <Mention mention={mention} text={text} isLinked={isLinked} />
  return text.includes('\n') ? withBreaks(text) : text
}

/** The line feed after `br` separates lines when only the text is extracted. */
function withBreaks(text: string): ReactNode {
  const [first, ...rest] = text.split('\n')
  const lines = rest.flatMap((line) => [createElement('br'), '\n', line])
  return createElement(Fragment, null, first, ...lines)
}

function marked(element: ReactNode, [kind, value]: Mark, context: PageContext): ReactNode {
  switch (kind) {
    case 'b':
      return <b>{element}</b>
    case 'i':
      return <em>{element}</em>
    case 's':
      return <s>{element}</s>
    case '_':
      return <u className={notion.mark.underline}>{element}</u>
    case 'c':
      return <code className={notion.mark.code}>{element}</code>
    case 'h':
      return <span className={colorClass(value)}>{element}</span>
    case 'a':
      return (
        <SafeLink href={resolveLink(value, context)} className={notion.link.text}>
          {element}
        </SafeLink>
      )
    default:
      // Comments (`m`), suggestions (`si`, `sr`, `sa`, `sua`) and undocumented marks are ignored.
      return element
  }
}

/** The classes of a Notion colour (`red`, `red_background`); undefined for the default colour. */
export function colorClass(
  color: unknown,
  classes: ReadonlyMap<unknown, string> = colorClasses
): string | undefined {
  if (color === undefined) return undefined
  const known = classes.get(color)
  if (known !== undefined) return known
  const isColor = typeof color === 'string' && /^[a-z]+(_background)?$/.test(color)
  return isColor && !color.startsWith('default') ? `color-${color}` : undefined
}
