import type { Words } from '../../site/words/en.ts'
import { wordsFor } from '../../site/words/words-for.ts'
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
  const words = wordsFor(shell.config.language)
  return (
    <Document
      shell={shell}
      title={query ? words.searchFor(query) : words.search}
      isIndexable={false}
    >
      <div className="message search-page">
        <h1>{words.search}</h1>
        <SearchForm id="page-search" query={query} />
        {query && <p className="count-line">{countLine(words, query, results.length)}</p>}
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

function countLine(words: Words, query: string, count: number): string {
  return count === 0 ? words.nothingFound(query) : words.found(query, count)
}
