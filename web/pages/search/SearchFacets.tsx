import { useMessages } from '../../messages.ts'
import { type FacetView, type FoundView, type SearchRequest, searchHref } from './search-view.ts'

/** More than these would push what was found off the screen. */
const SHOWN = 8

/** Links that narrow a search to a collection or a tag, and widen it again. */
export function SearchFacets(props: { asked: SearchRequest; facets: FoundView['facets'] }) {
  const { asked, facets } = props
  const { collection, tag } = asked
  const { finder: words } = useMessages()
  const named = facets.collections.find(({ value }) => value === collection)
  return (
    <>
      {collection === undefined ? (
        <Facets
          heading={words.onlyIn}
          facets={facets.collections}
          hrefOf={(value) => searchHref({ ...asked, collection: value })}
        />
      ) : (
        <Widen asked={{ ...asked, collection: undefined }} name={named?.name ?? ''} />
      )}
      {tag === undefined ? (
        <Facets
          heading={words.onlyWith}
          facets={facets.tags}
          hrefOf={(value) => searchHref({ ...asked, tag: value })}
        />
      ) : (
        <Widen asked={{ ...asked, tag: undefined }} name={tag} />
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
  const shown = facets.filter(({ name }) => name !== '').slice(0, SHOWN)
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

function Widen({ asked, name }: { asked: SearchRequest; name: string }) {
  const { finder: words } = useMessages()
  return (
    <p className="search-facets">
      <a href={searchHref(asked)}>{words.everywhere(name)}</a>
    </p>
  )
}
