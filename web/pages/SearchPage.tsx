import { wordsFor } from '../../site/words/words-for.ts'
import { AskPlaces } from './AskPlaces.tsx'
import { Document, type Shell } from './Document.tsx'
import { ListPager } from './ListPager.tsx'
import { SearchFacets } from './SearchFacets.tsx'
import { SearchForm } from './SearchForm.tsx'
import { SearchResult } from './SearchResult.tsx'
import { type FoundView, type SearchedFor, searchHref } from './search-view.ts'

interface SearchPageProps {
  shell: Shell
  asked: SearchedFor
  found: FoundView
  /** How many pages are shown at once. */
  size: number
}

/** What was found, best first, a part at a time; complete without a script. */
export function SearchPage({ shell, asked, found, size }: SearchPageProps) {
  const words = wordsFor(shell.config.language)
  const { query } = asked
  const { hits, offset, total, isMore, didYouMean, isCut } = found
  const part = { from: offset, size, total, isMore }
  return (
    <Document
      shell={shell}
      title={query ? words.searchFor(query) : words.search}
      isIndexable={false}
    >
      <div className="message search-page">
        <h1>{words.search}</h1>
        <SearchForm id="page-search" query={query} />
        {isCut && <p>{words.finder.isCut}</p>}
        {didYouMean !== undefined && (
          <p>
            <a href={searchHref({ query: didYouMean })}>
              {words.finder.mean.replace('…', () => didYouMean)}
            </a>
          </p>
        )}
        {query && <CountLine query={query} found={found} language={shell.config.language} />}
        {query && total === 0 && <AskPlaces social={shell.config.social} />}
        <SearchFacets asked={asked} facets={found.facets} />
        <ol className="results" start={offset + 1}>
          {hits.map((hit) => (
            <SearchResult key={hit.path} hit={hit} />
          ))}
        </ol>
        <ListPager part={part} href={searchHref(asked)} language={shell.config.language} />
      </div>
    </Document>
  )
}

function CountLine(props: { query: string; found: FoundView; language: string }) {
  const { query, found, language } = props
  const words = wordsFor(language)
  const { total, isMore } = found
  const said = total === 0 ? words.nothingFound(query) : words.found(query, total, isMore)
  return <p className="count-line">{said}</p>
}
