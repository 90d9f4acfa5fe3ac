import type { PageLinkView } from '../../site/page-view.ts'
import { Document, type Shell } from './Document.tsx'
import { SearchForm } from './SearchForm.tsx'

/** Says what was looked for and what is near. */
export function NotFoundPage(props: { shell: Shell; path: string; suggestions: PageLinkView[] }) {
  const { shell, path, suggestions } = props
  return (
    <Document shell={shell} title="Page not found" isIndexable={false}>
      <div className="message">
        <h1>Page not found</h1>
        <p>
          There is no page at <code>{readablePath(path)}</code>. It may have been renamed or taken
          away.
        </p>
        {suggestions.length > 0 && <Suggestions pages={suggestions} />}
        {shell.config.isSearchEnabled && <SearchForm id="message-search" />}
        <p>
          <a href="/">To the start page</a>
        </p>
      </div>
    </Document>
  )
}

function Suggestions({ pages }: { pages: PageLinkView[] }) {
  return (
    <>
      <h2>Pages with a similar name</h2>
      <ul>
        {pages.map((page) => (
          <li key={page.id}>
            <a href={page.path}>{page.title}</a>
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
    // Not every address that a visitor sends is well-formed; then it is shown as it came.
    if (error instanceof URIError) return path
    throw error
  }
}
