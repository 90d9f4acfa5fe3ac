import { ContentsList } from '../blocks/layout/ContentsList.tsx'
import type { Section } from '../blocks/context/page-context.ts'
import { useMessages } from '../messages.ts'

const MIN_SECTIONS = 3

/** Whether a page has enough sections for a table of contents. */
export function hasContents(sections: Section[]): boolean {
  return sections.length >= MIN_SECTIONS
}

/**
 * The table of contents of a long page, beside its text or, in a narrow window, in a drawer at the
 * top edge. A script (`web/islands/start-contents.ts`) marks the current section and names it in
 * the summary.
 */
export function PageContents({ sections }: { sections: Section[] }) {
  const { onThisPage } = useMessages()
  return (
    <nav className="page-contents" aria-label={onThisPage}>
      <details>
        <summary>
          {onThisPage} <span className="current-section" />
        </summary>
        <ContentsList sections={sections} />
      </details>
    </nav>
  )
}
