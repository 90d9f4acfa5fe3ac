import { shownTitle } from '../../../site/locales/shown-title.ts'
import { shortLabel } from '../../../site/notion/text/short-label.ts'
import { renderPageIcon } from '../media/PageIcon.tsx'
import { PageAnchor } from '../spoilers/PageAnchor.tsx'
import { usePage } from '../context/page-context.ts'

/** The breadcrumb block of Notion. The page's own breadcrumbs are above its title. */
export function BreadcrumbBlock() {
  const context = usePage()
  const { page, messages } = context
  return (
    <nav className="breadcrumbs" aria-label={messages.wayHere}>
      <ol>
        {page.breadcrumbs.map(({ id, path, title }) => (
          <li key={id}>
            <PageAnchor href={path}>{shownTitle(title, messages)}</PageAnchor>
          </li>
        ))}
        <li>
          {renderPageIcon(page.id, context)} {shownTitle(shortLabel(page.title), messages)}
        </li>
      </ol>
    </nav>
  )
}
