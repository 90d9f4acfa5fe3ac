import type { PageLinkView } from '../../site/page-view.ts'
import { Document, type Shell } from './Document.tsx'
import { SearchForm } from './SearchForm.tsx'

interface NotFoundPageProps {
  shell: Shell
  path: string
  suggestions: PageLinkView[]
  /** The page that stood there and is no more; its title is empty when it is not to be told. */
  gone: { title: string } | undefined
}

/** Says what was looked for and what is near. */
export function NotFoundPage({ shell, path, suggestions, gone }: NotFoundPageProps) {
  const title = gone ? 'This page is gone' : 'Page not found'
  return (
    <Document shell={shell} title={title} isIndexable={false}>
      <div className="message">
        <h1>{title}</h1>
        <p>
          {gone ? <GoneLine title={gone.title} /> : 'There is no page'} at{' '}
          <code>{readablePath(path)}</code>.{' '}
          {!gone && 'It may have been renamed, or the address may have been mistyped.'}
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

function GoneLine({ title }: { title: string }) {
  return title ? (
    <>The page “{title}” has been taken away. It stood</>
  ) : (
    'A page has been taken away that stood'
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
