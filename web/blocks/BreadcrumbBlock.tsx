import { PageIcon } from './PageIcon.tsx'
import { usePage } from './page-context.ts'

/** The way to this page, where its author asked for it; the page's own stands above its title. */
export function BreadcrumbBlock() {
  const { page, words } = usePage()
  return (
    <nav className="breadcrumbs" aria-label={words.wayHere}>
      <ol>
        {page.breadcrumbs.map(({ id, path, title }) => (
          <li key={id}>
            <a href={path}>{title}</a>
          </li>
        ))}
        <li>
          <PageIcon pageId={page.id} /> {page.title}
        </li>
      </ol>
    </nav>
  )
}
