import type { PageLinkView } from '../../../site/pages/page-model.ts'
import { shownTitle } from '../../../site/locales/shown-title.ts'
import { encodePath } from '../../../site/addresses/site-address.ts'
import { PageAnchor } from '../../blocks/spoilers/PageAnchor.tsx'
import { useMessages } from '../../messages.ts'

/** Pages as a plain list of links. */
export function PageList({ pages }: { pages: PageLinkView[] }) {
  return (
    <ul className="page-list">
      {pages.map((page) => (
        <li key={page.id}>
          <PageEntry page={page} />
        </li>
      ))}
    </ul>
  )
}

/** A page as a link. */
export function PageEntry({ page: { path, title } }: { page: PageLinkView }) {
  const messages = useMessages()
  return <PageAnchor href={encodePath(path)}>{shownTitle(title, messages)}</PageAnchor>
}
