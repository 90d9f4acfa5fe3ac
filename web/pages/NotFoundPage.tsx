import type { PageLinkView } from '../../site/pages/page-model.ts'
import { shortLabel } from '../../site/notion/text/short-label.ts'
import { messagesFor } from '../../site/locales/messages-for.ts'
import { shownTitle } from '../../site/locales/shown-title.ts'
import { useMessages } from '../messages.ts'
import { PageAnchor } from '../blocks/spoilers/PageAnchor.tsx'
import { Document } from './shell/Document.tsx'
import type { Shell } from './shell/shell.ts'
import { SearchForm } from './search/SearchForm.tsx'

interface NotFoundPageProps {
  shell: Shell
  /** The path that was requested; undefined in a folder of files, whose page is the same for all paths. */
  path?: string
  suggestions: PageLinkView[]
  /** The deleted page that had this path; its title is empty if it must not be shown. */
  gone: { title: string } | undefined
}

/** The 404 page: the path, pages with similar names, and a search form. */
export function NotFoundPage({ shell, path, suggestions, gone }: NotFoundPageProps) {
  const messages = messagesFor(shell.config)
  const title = gone ? messages.gone : messages.notFound
  const [before, after] = gone ? messages.wasAt(gone.title) : messages.noPageAt
  return (
    <Document shell={shell} title={title} isIndexable={false} mainClass="wide-page">
      <div className="message" data-missing-page="">
        <h1>{title}</h1>
        {path !== undefined && (
          <p>
            {before}
            <code>{shortLabel(readablePath(path))}</code>
            {after}
          </p>
        )}
        {suggestions.length > 0 && <Suggestions pages={suggestions} />}
        {path !== undefined && suggestions.length === 0 && <p>{messages.noSimilarPages}</p>}
        {shell.config.isSearchEnabled && <SearchForm id="message-search" label={messages.search} />}
        <p>
          <a href="/">{messages.toStart}</a>
        </p>
      </div>
    </Document>
  )
}

function Suggestions({ pages }: { pages: PageLinkView[] }) {
  const messages = useMessages()
  return (
    <>
      <h2>{messages.similarPages}</h2>
      <ul>
        {pages.map((page) => (
          <li key={page.id}>
            <PageAnchor href={page.path}>{shownTitle(page.title, messages)}</PageAnchor>
          </li>
        ))}
      </ul>
    </>
  )
}

function readablePath(path: string): string {
  try {
    return decodeURI(path)
  } catch (error) {
    // A malformed address is shown as received.
    if (error instanceof URIError) return path
    throw error
  }
}
