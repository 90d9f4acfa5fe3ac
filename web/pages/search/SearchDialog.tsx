import type { SocialLinks } from '../../../site/config/config.ts'
import { useMessages } from '../../messages.ts'
import { CommunityLinks } from './CommunityLinks.tsx'
import { MAX_TYPED } from './search-results.ts'

/**
 * The closed search dialog, which `web/islands/search` opens and fills. Without script, the search
 * fields submit to the results page.
 */
export function SearchDialog({ social }: { social: SocialLinks }) {
  const { finder: messages, searchSite, untitled } = useMessages()
  const scriptMessages = {
    'data-pages': messages.pages,
    'data-more': messages.morePages,
    'data-all': messages.allPages,
    'data-none': messages.none,
    'data-mean': messages.mean,
    'data-recent': messages.recent,
    'data-suggested': messages.suggested,
    'data-slow': messages.slow,
    'data-failed': messages.failed,
    'data-names': messages.namesOnly,
    'data-again': messages.again,
    'data-untitled': untitled,
    'data-cut': messages.isCut
  }
  return (
    <dialog
      id="search-dialog"
      className="search-dialog"
      aria-label={searchSite}
      {...scriptMessages}
    >
      <SearchField />
      <div className="search-said">
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
        <p role="status" className="visually-hidden" />
        <div className="search-ask">
          <p>{messages.tryFewer}</p>
          <CommunityLinks social={social} />
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <div id="search-list" className="search-list" role="listbox" aria-label={messages.results} />
      <Keys />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <p role="status" className="search-slow" />
    </dialog>
  )
}

function SearchField() {
  const { finder: messages, searchSite, search } = useMessages()
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
        maxLength={MAX_TYPED}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
      />
      {/* Enter submits the form; this button is for visitors without a keyboard. */}
      <button type="submit" className="visually-hidden" tabIndex={-1}>
        {search}
      </button>
      <button type="button" className="search-close" aria-label={messages.close}>
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
