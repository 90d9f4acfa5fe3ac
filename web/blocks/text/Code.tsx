import type { Block, CodeBlock } from 'notion-types'

import { plainText } from '../../../site/notion/text/rich-text.ts'
import { Caption, Description } from '../media/Caption.tsx'
import { slotted } from '../../slots/Slot.tsx'
import { highlight } from './highlight.ts'
import { joinClasses } from '../context/join-classes.ts'
import { mayTypeset, type PageContext, usePage } from '../context/page-context.ts'
import { textOf } from '../context/shown-names.ts'
import { notion } from '../vocabulary.ts'

const box = `code ${notion.code.box}`
const bar = `code-bar ${notion.code.bar}`

/** A highlighted code block with its language and caption. Diagrams are shown as source. */
export function Code({ block }: { block: Block }) {
  const context = usePage()
  const language = plainText(block.properties?.language).trim()
  const source = textOf(context, block.properties?.title)
  const own = (
    <figure className={classesOf(block, source)}>
      {/* Always rendered: a script adds a button to it, which must not shift the layout. */}
      <div className={bar}>
        <span className="code-language">{labelOf(context, language)}</span>
      </div>
      {/* Long lines scroll inside; the box takes focus so that a keyboard can scroll it too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0}>
        <code>{mayTypeset(context, source.length) ? highlight(source, language) : source}</code>
      </pre>
      <Description block={block} />
      <Caption block={block} />
    </figure>
  )
  return slotted(context, { name: 'Code', props: { block: block as CodeBlock }, own })
}

/** Characters of a line that a column of text has room for. */
const TEXT_COLUMNS = 68

/** A block with long lines is wider than the text, unless the author wraps them. */
function classesOf(block: Block, source: string): string | undefined {
  const isWrapped = block.format?.code_wrap === true
  const isLong = !isWrapped && source.split('\n').some((line) => line.length > TEXT_COLUMNS)
  return joinClasses(box, isWrapped && 'code-wrap', isLong && 'wide')
}

function labelOf({ messages }: PageContext, language: string): string {
  if (language.toLowerCase() === 'mermaid') return messages.diagram(language)
  return language || messages.plainText
}
