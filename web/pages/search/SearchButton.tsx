import { useMessages } from '../../messages.ts'

/** The search of a narrow header, instead of the field; a script opens the dialog. */
export function SearchButton() {
  const { searchSite } = useMessages()
  return (
    <a className="search-button" href="/search" aria-label={searchSite}>
      <svg viewBox="0 0 9 9" width={18} height={18} aria-hidden="true">
        <path
          d="M2 0h3v1h1v1h1v3H6v1H5v1H2V6H1V5H0V2h1V1h1zm0 1v1H1v3h1v1h3V5h1V2H5V1zm4 5h1v1h1v1h1v1H8V8H7V7H6z"
          shapeRendering="crispEdges"
        />
      </svg>
    </a>
  )
}
