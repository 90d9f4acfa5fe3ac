import type { Block } from 'notion-types'

import { ContentsList } from './ContentsList.tsx'
import { joinClasses } from '../context/join-classes.ts'
import { usePage } from '../context/page-context.ts'
import { colorClass } from '../text/RichText.tsx'
import { notion } from '../vocabulary.ts'

const box = `contents ${notion.contents.box}`

/** The table of contents block: the page's headings as links. */
export function TableOfContents({ block }: { block: Block }) {
  const { outline, messages } = usePage()
  const { sections } = outline
  if (sections.length === 0) return null
  return (
    <nav
      className={joinClasses(box, colorClass(block.format?.block_color))}
      aria-label={messages.contents}
    >
      <ContentsList sections={sections} itemClass={notion.contents.item} />
    </nav>
  )
}
