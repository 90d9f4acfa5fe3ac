import { shownTitle } from '../../site/locales/shown-title.ts'
import type { PageLinkView, PageModel } from '../../site/pages/page-model.ts'
import { formatMoment } from '../blocks/format/format-date.ts'
import { usePage } from '../blocks/context/page-context.ts'
import { renderLinkToPage } from '../blocks/media/PageLink.tsx'
import { PageAnchor } from '../blocks/spoilers/PageAnchor.tsx'
import { useMessages } from '../messages.ts'
import { formatCount, numericCollator } from '../../site/locales/formatters.ts'

/** Links around a page (unlinked sub-pages, neighbours, backlinks) and its times. */
export function PageFoot({ page, subPages }: { page: PageModel; subPages: string[] }) {
  return (
    <footer className="page-foot" id="page-foot">
      {subPages.length > 0 && <SubPages ids={subPages} />}
      {(page.previous ?? page.next) && <Neighbours page={page} />}
      {page.related.length > 0 && <Related pages={page.related} />}
      {page.backlinks.total > 0 && <Backlinks page={page} />}
      <Times page={page} />
    </footer>
  )
}

/** Sub-pages that the page's content does not link to. */
function SubPages({ ids }: { ids: string[] }) {
  const context = usePage()
  const { subPages } = context.messages
  return (
    <section aria-label={subPages}>
      <h2>{subPages}</h2>
      <ul>
        {ids.map((id) => (
          <li key={id}>{renderLinkToPage(id, context)}</li>
        ))}
      </ul>
    </section>
  )
}

function Neighbours({ page: { previous, next } }: { page: PageModel }) {
  return (
    <nav className="neighbours" aria-label={useMessages().previousAndNext}>
      {previous && <Neighbour page={previous} rel="prev" />}
      {next && <Neighbour page={next} rel="next" />}
    </nav>
  )
}

function Neighbour({ page, rel }: { page: PageLinkView; rel: 'prev' | 'next' }) {
  const messages = useMessages()
  const side = rel === 'prev' ? messages.previous : messages.next
  return (
    <PageAnchor href={page.path} rel={rel}>
      <span className="neighbour-side">{side}</span> {shownTitle(page.title, messages)}
    </PageAnchor>
  )
}

function Related({ pages }: { pages: PageLinkView[] }) {
  const { relatedPages } = useMessages()
  return (
    <section aria-label={relatedPages}>
      <h2>{relatedPages}</h2>
      <PageLinks pages={pages} />
    </section>
  )
}

/** Links of a list that is not folded. */
const MAX_UNFOLDED = 12

function Backlinks({ page: { backlinks } }: { page: PageModel }) {
  const { isOpenEnded } = backlinks
  const { language, messages } = usePage()
  const pages = byTitle(backlinks.pages, language)
  const total = `${formatCount(backlinks.total, language)}${isOpenEnded ? '+' : ''}`
  const others = backlinks.total - pages.length
  return (
    <section aria-label={messages.linksHere}>
      <h2>
        {messages.linksHere} <span className="count">{total}</span>
      </h2>
      <PageLinks pages={pages.slice(0, MAX_UNFOLDED)} />
      {pages.length > MAX_UNFOLDED && (
        <details>
          <summary>{messages.moreLinks(backlinks.total - MAX_UNFOLDED, isOpenEnded)}</summary>
          <PageLinks pages={pages.slice(MAX_UNFOLDED)} />
          {others > 0 && <p>{messages.moreLinks(others, isOpenEnded)}</p>}
        </details>
      )}
    </section>
  )
}

function PageLinks({ pages }: { pages: PageLinkView[] }) {
  const messages = useMessages()
  return (
    <ul className="backlinks">
      {pages.map(({ id, path, title }) => (
        <li key={id}>
          <PageAnchor href={path}>{shownTitle(title, messages)}</PageAnchor>
        </li>
      ))}
    </ul>
  )
}

function byTitle(pages: PageLinkView[], language: string): PageLinkView[] {
  const collator = numericCollator(language)
  return pages.toSorted((one, other) => collator.compare(one.title, other.title))
}

function Times({ page: { createdTime, lastEditedTime } }: { page: PageModel }) {
  const { language, timeZone, messages } = usePage()
  const dayOf = (moment: number) => formatMoment(moment, language, timeZone)
  const [created, edited] = [dayOf(createdTime), dayOf(lastEditedTime)]
  if (!lastEditedTime || !edited) return null
  return (
    <p className="page-times">
      {messages.lastEdited}
      <time dateTime={new Date(lastEditedTime).toISOString()}>{edited}</time>
      {createdTime > 0 && created && created !== edited && (
        <>
          {messages.created}
          <time dateTime={new Date(createdTime).toISOString()}>{created}</time>
        </>
      )}
    </p>
  )
}
