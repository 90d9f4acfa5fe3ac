import type { ReactNode } from 'react'

import { shownTitle } from '../../site/locales/shown-title.ts'
import type { PageLinkView } from '../../site/pages/page-model.ts'
import { useMessages } from '../messages.ts'
import { PageAnchor } from '../blocks/spoilers/PageAnchor.tsx'
import { notion } from '../blocks/vocabulary.ts'

/** Breadcrumbs from the start page to this page; nothing on the start page itself. */
export function Breadcrumbs(props: {
  pages: PageLinkView[]
  title: string
  /** The icon of the current page. */
  icon?: ReactNode
}) {
  const { pages, title, icon } = props
  const messages = useMessages()
  if (pages.length === 0) return null
  return (
    <nav className={`breadcrumbs ${notion.breadcrumbs.box}`} aria-label={messages.breadcrumbs}>
      <ol className={notion.breadcrumbs.list}>
        {pages.map((page) => (
          <li key={page.id}>
            <PageAnchor href={page.path} className={notion.breadcrumbs.page}>
              {shownTitle(page.title, messages)}
            </PageAnchor>
          </li>
        ))}
        <li>
          <span className={notion.breadcrumbs.current} aria-current="page">
            {icon} {title}
          </span>
        </li>
      </ol>
    </nav>
  )
}
