import { createElement, Fragment, type ReactNode } from 'react'

import { type Mark, mentionIn } from '../../../site/notion/text/mentions.ts'
import { formulaIn, marksIn } from '../../../site/notion/text/rich-text.ts'
import { Equation } from './Equation.tsx'
import { Mention } from './Mention.tsx'
import { type PageContext, usePage } from '../context/page-context.ts'
import { SafeLink } from './SafeLink.tsx'
import { resolveLink } from './resolve-link.ts'

/**
 * Rich text with its marks, links, mentions and equations. Ours rather than the library's: that one
 * drops mentions it cannot resolve, loads pictures of linked sites and prints dates in the server's zone.
 */
export function RichText({ value }: { value: unknown }) {
  const context = usePage()
  if (!Array.isArray(value)) return null
  return value.map((part, index) => {
    const words = bareWords(part)
    // Parts have no identity of their own and never move: the page is drawn once.
    // oxlint-disable-next-line react/no-array-index-key
    return words ?? <Part key={index} part={part} context={context} />
  })
}

/** Most of what is written is one line without marks. */
function bareWords(part: unknown): string | undefined {
  if (!Array.isArray(part) || part.length > 1 || typeof part[0] !== 'string') return undefined
  return part[0].includes('\n') ? undefined : part[0]
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
