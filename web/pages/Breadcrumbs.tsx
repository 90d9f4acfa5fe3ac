import { shownTitle } from '../../site/locales/shown-title.ts'
import type { PageLinkView } from '../../site/pages/page-model.ts'
import { useMessages } from '../messages.ts'

/** Breadcrumbs from the start page to this page; nothing on the start page itself. */
export function Breadcrumbs({ pages, title }: { pages: PageLinkView[]; title: string }) {
  const messages = useMessages()
  if (pages.length === 0) return null
  return (
    <nav className="breadcrumbs" aria-label={messages.breadcrumbs}>
      <ol>
        {pages.map((page) => (
          <li key={page.id}>
            <a href={page.path}>{shownTitle(page.title, messages)}</a>
          </li>
        ))}
        <li>
          <span aria-current="page">{title}</span>
        </li>
      </ol>
    </nav>
  )
}
