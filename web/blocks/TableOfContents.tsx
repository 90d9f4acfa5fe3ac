import { getPageTableOfContents } from 'notion-utils'
import type { PageBlock } from 'notion-types'

import { undashId } from '../../site/page-id.ts'
import { blockOf, usePage } from './page-context.ts'

/** The page's headings as links, where the author asked for them. */
export function TableOfContents() {
  const context = usePage()
  const page = blockOf(context, context.page.id)
  const items = page ? getPageTableOfContents(page as PageBlock, context.recordMap) : []
  if (items.length === 0) return null

  return (
    <nav className="contents" aria-label="On this page">
      <ul>
        {items.map(({ id, text, indentLevel }) => (
          <li key={id} className={`level-${indentLevel}`}>
            <a href={`#${undashId(id)}`}>{text || 'Untitled'}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
