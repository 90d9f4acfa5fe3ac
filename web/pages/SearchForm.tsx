import { useWords } from '../words.ts'

/** A search field that works without a script: it leads to the page of results. */
export function SearchForm({ id, query }: { id: string; query?: string }) {
  const words = useWords()
  return (
    // The `search` element is too new for the browsers that some readers have.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <form className="search-form" action="/search" role="search">
      <label className="visually-hidden" htmlFor={id}>
        {words.searchSite}
      </label>
      <input
        id={id}
        type="search"
        name="q"
        defaultValue={query}
        placeholder={words.search}
        maxLength={1000}
        autoComplete="off"
        enterKeyHint="search"
      />
      <button type="submit">{words.search}</button>
    </form>
  )
}
