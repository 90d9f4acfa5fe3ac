import { useMessages } from '../../messages.ts'
import { MAX_TYPED, type SearchFilters, filterFields } from './search-results.ts'

/** A search form that works without script; `within` are filters of the search. */
export function SearchForm(props: {
  id: string
  /** Names the form of a page beside that of the header. */
  label?: string
  query?: string
  within?: SearchFilters
}) {
  const { id, label, query, within = {} } = props
  const messages = useMessages()
  return (
    // The `search` element is too new for some browsers in use.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <form className="search-form" action="/search" role="search" aria-label={label}>
      <label className="visually-hidden" htmlFor={id}>
        {messages.searchSite}
      </label>
      <input
        id={id}
        type="search"
        name="q"
        defaultValue={query}
        placeholder={messages.search}
        maxLength={MAX_TYPED}
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
