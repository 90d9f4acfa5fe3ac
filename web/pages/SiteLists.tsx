import { useWords } from '../words.ts'

/** Links to the lists that the site makes of itself. */
export function SiteLists() {
  const words = useWords()
  return (
    <nav className="site-lists" aria-label={words.lists.lists}>
      <ul>
        <li>
          <a href="/all-pages">{words.lists.allPages}</a>
        </li>
        <li>
          <a href="/recent-changes">{words.lists.recentChanges}</a>
        </li>
        <li>
          <a href="/tags">{words.lists.tags}</a>
        </li>
      </ul>
    </nav>
  )
}
