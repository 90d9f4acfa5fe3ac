import { Document, type Shell } from './Document.tsx'
import { SearchForm } from './SearchForm.tsx'

interface SearchResultView {
  path: string
  title: string
  /** Words of the page around what was found, as plain text. */
  snippet?: string
  /** Titles of the pages above it, as one line. */
  breadcrumb?: string
}

interface SearchPageProps {
  shell: Shell
  query: string
  results: SearchResultView[]
}

/** What was found, best first. */
export function SearchPage({ shell, query, results }: SearchPageProps) {
  return (
    <Document shell={shell} title={query ? `Search: ${query}` : 'Search'} isIndexable={false}>
      <div className="message search-page">
        <h1>Search</h1>
        <SearchForm id="page-search" query={query} />
        {query && <p className="count-line">{countLine(query, results.length)}</p>}
        <ol className="results">
          {results.map((result) => (
            <Result key={result.path} result={result} />
          ))}
        </ol>
      </div>
    </Document>
  )
}

function Result({ result }: { result: SearchResultView }) {
  return (
    <li>
      <a href={result.path}>{result.title}</a>
      {result.breadcrumb && <p className="result-place">{result.breadcrumb}</p>}
      {result.snippet && <p>{result.snippet}</p>}
    </li>
  )
}

function countLine(query: string, count: number): string {
  if (count === 0) return `Nothing was found for “${query}”. Try fewer or other words.`
  return count === 1 ? `One page for “${query}”` : `${count} pages for “${query}”`
}
