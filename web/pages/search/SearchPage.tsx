import { PageAnchor } from '../../blocks/spoilers/PageAnchor.tsx'
import { messagesFor } from '../../../site/locales/messages-for.ts'
import { useMessages } from '../../messages.ts'
import { CommunityLinks } from './CommunityLinks.tsx'
import { Document } from '../shell/Document.tsx'
import type { NavigationItem, Shell } from '../shell/shell.ts'
import { FolderSearch } from './FolderSearch.tsx'
import { ListPager } from '../lists/ListPager.tsx'
import { SearchFacets } from './SearchFacets.tsx'
import { SearchForm } from './SearchForm.tsx'
import { SearchResult } from './SearchResult.tsx'
import { siteLists } from '../shell/SiteLists.tsx'
import { type SearchResults, type SearchRequest, searchHref } from './search-results.ts'

interface SearchPageProps {
  shell: Shell
  request: SearchRequest
  results: SearchResults
  /** Maximum number of pages shown. */
  size: number
}

/** One part of the search results, best first; works without script. */
export function SearchPage({ shell, request, results, size }: SearchPageProps) {
  const messages = messagesFor(shell.config)
  const { query, ...filters } = request
  const { hits, offset, total, isMore, didYouMean, isCut } = results
  // Filters that the page does not show are dropped.
  const within = query && (total > 0 || results.elsewhere?.total) ? filters : {}
  const part = { from: offset, size, total, isMore }
  return (
    <Document
      shell={shell}
      title={query ? messages.searchFor(query) : messages.search}
      isIndexable={false}
      mainClass="wide-page"
    >
      <div className="message search-page">
        <h1>{messages.search}</h1>
        <SearchForm id="page-search" label={messages.search} {...{ query, within }} />
        {isCut && <p>{messages.finder.isCut}</p>}
        {didYouMean !== undefined && (
          <p>
            <a href={searchHref({ ...within, query: didYouMean })}>
              {messages.finder.mean.replace('…', () => didYouMean)}
            </a>
          </p>
        )}
        {shell.hosting === 'static' && <FolderSearch size={size} config={shell.config} />}
        {query && <CountLine query={query} results={results} />}
        {query ? (
          <RelatedLinks shell={shell} request={request} results={results} />
        ) : (
          <StartLinks navigation={shell.navigation} />
        )}
        <ol className="results" start={offset + 1}>
          {hits.map((hit) => (
            <SearchResult key={hit.path} hit={hit} untitled={messages.untitled} />
          ))}
        </ol>
        <ListPager part={part} href={searchHref(request)} language={shell.config.language} />
      </div>
    </Document>
  )
}

/** Links that narrow the search or, with zero results, widen it. */
function RelatedLinks({ shell, request, results }: Omit<SearchPageProps, 'size'>) {
  const { foundElsewhere } = useMessages()
  const { total, elsewhere, facets } = results
  if (total > 0) return <SearchFacets request={request} facets={facets} />
  if (!elsewhere?.total) return <CommunityLinks social={shell.config.social} />
  return (
    <p>
      <a href={searchHref({ query: request.query })}>
        {foundElsewhere(elsewhere.total, elsewhere.isMore)}
      </a>
    </p>
  )
}

/** Links shown while there is no query. */
function StartLinks({ navigation }: { navigation: NavigationItem[] }) {
  const messages = useMessages()
  const places: Pick<NavigationItem, 'title' | 'wholeTitle' | 'href'>[] = [
    ...navigation.filter(({ isExternal }) => !isExternal),
    ...siteLists(messages)
  ]
  return (
    <nav aria-labelledby="search-start">
      <h2 id="search-start">{messages.finder.suggested}</h2>
      <ul className="page-list">
        {places.map(({ title, wholeTitle = title, href }) => (
          <li key={href}>
            <PageAnchor href={href}>{wholeTitle}</PageAnchor>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function CountLine({ query, results }: { query: string; results: SearchResults }) {
  const messages = useMessages()
  const { total, isMore } = results
  const text = total === 0 ? messages.nothingFound(query) : messages.found(query, total, isMore)
  return <p className="count-line">{text}</p>
}
