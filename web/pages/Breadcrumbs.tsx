import type { PageLinkView } from '../../site/page-view.ts'

/** The way from the start page to this one; nothing on the start page itself. */
export function Breadcrumbs({ pages, title }: { pages: PageLinkView[]; title: string }) {
  if (pages.length === 0) return null
  return (
    <nav className="breadcrumbs" aria-label="Breadcrumbs">
      <ol>
        {pages.map((page) => (
          <li key={page.id}>
            <a href={page.path}>{page.title}</a>
          </li>
        ))}
        <li>
          <span aria-current="page">{title}</span>
        </li>
      </ol>
    </nav>
  )
}
