import { ContentsList } from '../blocks/layout/ContentsList.tsx'
import type { Section } from '../blocks/context/page-context.ts'
import { useMessages } from '../messages.ts'

const LEAST_SECTIONS = 3

/** Whether a page has enough sections that finding one takes more than a look. */
export function hasContents(sections: Section[]): boolean {
  return sections.length >= LEAST_SECTIONS
}

/**
 * The sections of a long page: beside its text where there is room, else in a drawer at the upper
 * edge. A script (`web/islands/start-contents.ts`) marks the one that is read and names it in the summary.
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
