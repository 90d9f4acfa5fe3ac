import { messagesFor } from '../../../site/locales/messages-for.ts'
import { useMessages } from '../../messages.ts'
import { CommunityLinks } from './CommunityLinks.tsx'
import { Document } from '../shell/Document.tsx'
import type { NavigationItem, Shell } from '../shell/shell.ts'
import { ListPager } from '../lists/ListPager.tsx'
import { SearchFacets } from './SearchFacets.tsx'
import { SearchForm } from './SearchForm.tsx'
import { SearchResult } from './SearchResult.tsx'
import { siteLists } from '../shell/SiteLists.tsx'
import { type FoundView, type SearchRequest, searchHref } from './search-view.ts'

interface SearchPageProps {
  shell: Shell
  asked: SearchRequest
  found: FoundView
  /** How many pages are shown at once. */
  size: number
}

/** What was found, best first, a part at a time; complete without a script. */
export function SearchPage({ shell, asked, found, size }: SearchPageProps) {
  const messages = messagesFor(shell.config.language)
  const { query, ...filters } = asked
  const { hits, offset, total, isMore, didYouMean, isCut } = found
  // What says nothing of its filters drops them.
  const within = query && (total > 0 || found.elsewhere?.total) ? filters : {}
  const part = { from: offset, size, total, isMore }
  return (
    <Document
      shell={shell}
      title={query ? messages.searchFor(query) : messages.search}
      isIndexable={false}
    >
      <div className="message search-page">
        <h1>{messages.search}</h1>
        <SearchForm id="page-search" {...{ query, within }} />
        {isCut && <p>{messages.finder.isCut}</p>}
        {didYouMean !== undefined && (
          <p>
            <a href={searchHref({ ...within, query: didYouMean })}>
              {messages.finder.mean.replace('…', () => didYouMean)}
            </a>
          </p>
        )}
        {query && <CountLine query={query} found={found} language={shell.config.language} />}
        {query ? (
          <Around shell={shell} asked={asked} found={found} />
        ) : (
          <StartPlaces navigation={shell.navigation} />
        )}
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

/** Ways to fewer pages, or to more where there are none. */
function Around({ shell, asked, found }: Omit<SearchPageProps, 'size'>) {
  const { total, elsewhere, facets } = found
  if (total > 0) return <SearchFacets asked={asked} facets={facets} />
  if (!elsewhere?.total) return <CommunityLinks social={shell.config.social} />
  const { foundElsewhere } = messagesFor(shell.config.language)
  return (
    <p>
      <a href={searchHref({ query: asked.query })}>
        {foundElsewhere(elsewhere.total, elsewhere.isMore)}
      </a>
    </p>
  )
}

/** For who has not said yet what to look for. */
function StartPlaces({ navigation }: { navigation: NavigationItem[] }) {
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
            <a href={href}>{wholeTitle}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function CountLine(props: { query: string; found: FoundView; language: string }) {
  const { query, found, language } = props
  const messages = messagesFor(language)
  const { total, isMore } = found
  const said = total === 0 ? messages.nothingFound(query) : messages.found(query, total, isMore)
  return <p className="count-line">{said}</p>
}
