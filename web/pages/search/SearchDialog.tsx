import type { SocialLinks } from '../../../site/config/config.ts'
import { useMessages } from '../../messages.ts'
import { CommunityLinks } from './CommunityLinks.tsx'

/**
 * The dialog of the search, closed: `web/islands/search` opens and fills it. Without a script the
 * fields of the pages lead to the page of results.
 */
export function SearchDialog({ social }: { social: SocialLinks }) {
  const { finder: words, searchSite, untitled } = useMessages()
  const said = {
    'data-pages': words.pages,
    'data-more': words.morePages,
    'data-all': words.allPages,
    'data-none': words.none,
    'data-mean': words.mean,
    'data-recent': words.recent,
    'data-suggested': words.suggested,
    'data-slow': words.slow,
    'data-failed': words.failed,
    'data-again': words.again,
    'data-untitled': untitled,
    'data-cut': words.isCut
  }
  return (
    <dialog id="search-dialog" className="search-dialog" aria-label={searchSite} {...said}>
      <SearchField />
      <div className="search-said">
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
        <p role="status" className="visually-hidden" />
        <div className="search-ask">
          <p>{words.tryFewer}</p>
          <CommunityLinks social={social} />
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div id="search-list" className="search-list" role="listbox" aria-label={words.results} />
      <Keys />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <p role="status" className="search-slow" />
    </dialog>
  )
}

function SearchField() {
  const { finder: words, searchSite, search } = useMessages()
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <form className="search-form" action="/search" role="search">
      <input
        type="search"
        name="q"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="combobox"
        aria-label={searchSite}
        aria-autocomplete="list"
        aria-controls="search-list"
        aria-expanded="false"
        placeholder={search}
        maxLength={1000}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
      />
      {/* Enter does it, as phones' keyboards say; who has neither finds this. */}
      <button type="submit" className="visually-hidden" tabIndex={-1}>
        {search}
      </button>
      <button type="button" className="search-close" aria-label={words.close}>
        <svg viewBox="0 0 8 8" width={16} height={16} aria-hidden="true">
          <path
            d="M0 0h2v1h1v1h2V1h1V0h2v2H7v1H6v2h1v1h1v2H6V7H5V6H3v1H2v1H0V6h1V5h1V3H1V2H0z"
            shapeRendering="crispEdges"
          />
        </svg>
      </button>
    </form>
  )
}

function Keys() {
  const { keys } = useMessages().finder
  return (
    <p className="search-keys">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> {keys.choose}
      </span>
      <span>
        <kbd>↵</kbd> {keys.open}
      </span>
      <span>
        <kbd>Ctrl</kbd> <kbd>↵</kbd> {keys.beside}
      </span>
      <span>
        <kbd>Esc</kbd> {keys.close}
      </span>
    </p>
  )
}
