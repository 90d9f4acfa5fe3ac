import { useMessages } from '../../messages.ts'
import { type SearchFilters, filterFields } from './search-view.ts'

/** A search field that works without a script: it leads to the page of results, `within` the filters of a search. */
export function SearchForm(props: { id: string; query?: string; within?: SearchFilters }) {
  const { id, query, within = {} } = props
  const messages = useMessages()
  return (
    // The `search` element is too new for the browsers that some readers have.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <form className="search-form" action="/search" role="search">
      <label className="visually-hidden" htmlFor={id}>
        {messages.searchSite}
      </label>
      <input
        id={id}
        type="search"
        name="q"
        defaultValue={query}
        placeholder={messages.search}
        maxLength={1000}
        autoComplete="off"
        enterKeyHint="search"
      />
      {Object.entries(filterFields(within)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit">{messages.search}</button>
    </form>
  )
}
