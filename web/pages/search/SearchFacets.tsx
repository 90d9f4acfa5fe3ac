import { useMessages } from '../../messages.ts'
import {
  type FacetView,
  type SearchResults,
  type SearchRequest,
  searchHref
} from './search-results.ts'

/** More facets would push the results off the screen. */
const MAX_FACETS = 8

/** Links that narrow a search to a collection or a tag, or remove such a filter. */
export function SearchFacets(props: { request: SearchRequest; facets: SearchResults['facets'] }) {
  const { request, facets } = props
  const { collection, tag } = request
  const { finder: messages } = useMessages()
  const named = facets.collections.find(({ value }) => value === collection)
  return (
    <>
      {collection === undefined ? (
        <Facets
          heading={messages.onlyIn}
          facets={facets.collections}
          hrefOf={(value) => searchHref({ ...request, collection: value })}
        />
      ) : (
        <Widen request={{ ...request, collection: undefined }} name={named?.name ?? ''} />
      )}
      {tag === undefined ? (
        <Facets
          heading={messages.onlyWith}
          facets={facets.tags}
          hrefOf={(value) => searchHref({ ...request, tag: value })}
        />
      ) : (
        <Widen request={{ ...request, tag: undefined }} name={tag} />
      )}
    </>
  )
}

function Facets(props: {
  heading: string
  facets: FacetView[]
  hrefOf: (value: string) => string
}) {
  const { heading, facets, hrefOf } = props
  const shown = facets.filter(({ name }) => name !== '').slice(0, MAX_FACETS)
  if (shown.length === 0) return null
  return (
    <div className="search-facets">
      <h2>{heading}</h2>
      <ul>
        {shown.map(({ value, name, pages }) => (
          <li key={value}>
            <a href={hrefOf(value)}>{name}</a> <span className="count">{pages}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Widen({ request, name }: { request: SearchRequest; name: string }) {
  const { finder: messages } = useMessages()
  return (
    <p className="search-facets">
      <a href={searchHref(request)}>{messages.everywhere(name)}</a>
    </p>
  )
}
