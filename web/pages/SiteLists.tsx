import { listWords } from './list-words.ts'

/** Links to the lists that the site makes of itself. */
export function SiteLists() {
  return (
    <nav className="site-lists" aria-label={listWords.lists}>
      <ul>
        <li>
          <a href="/all-pages">{listWords.allPages}</a>
        </li>
        <li>
          <a href="/recent-changes">{listWords.recentChanges}</a>
        </li>
        <li>
          <a href="/tags">{listWords.tags}</a>
        </li>
      </ul>
    </nav>
  )
}
