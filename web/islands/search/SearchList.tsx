import { OptionRow, SearchResult } from '../../pages/search/SearchResult.tsx'
import type { HitView } from '../../pages/search/search-results.ts'

/** A page suggested before anything is typed. */
export interface NamedPath {
  path: string
  title: string
}

/** What the list of the dialog shows. */
export interface Listed {
  /** Suggested pages below a heading. */
  suggestions?: { heading: string; pages: NamedPath[] }[]
  hits?: HitView[]
  /** The link to all results at the end. */
  all?: { href: string; label: string } | undefined
}

/** The options of the search dialog. Its elements stay the same as long as their pages are listed. */
export function SearchList({ suggestions, hits, all, untitled }: Listed & { untitled: string }) {
  return (
    <>
      {suggestions
        ?.filter(({ pages }) => pages.length > 0)
        .map((group) => (
          <SuggestedPages key={`suggested ${group.heading}`} {...group} />
        ))}
      {hits?.map((hit) => (
        <SearchResult key={hit.path} hit={hit} untitled={untitled} isOption />
      ))}
      {all && (
        <div key="all results" className="search-all">
          <OptionRow href={all.href} id={all.href} className="search-title" name={all.label}>
            {null}
          </OptionRow>
        </div>
      )}
    </>
  )
}

function SuggestedPages({ heading, pages }: { heading: string; pages: NamedPath[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div className="search-group" role="group" aria-label={heading}>
      <p className="search-heading" aria-hidden="true">
        {heading}
      </p>
      {pages.map(({ path, title }) => (
        <OptionRow key={path} href={path} id={path} className="search-title" name={title}>
          {null}
        </OptionRow>
      ))}
    </div>
  )
}
