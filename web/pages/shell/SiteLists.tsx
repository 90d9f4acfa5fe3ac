import type { Words } from '../../../site/locales/en.ts'
import { useWords } from '../../words.ts'

/** The lists that the site makes of itself. */
export function siteLists({ lists }: Words): { title: string; href: string }[] {
  return [
    { title: lists.allPages, href: '/all-pages' },
    { title: lists.recentChanges, href: '/recent-changes' },
    { title: lists.tags, href: '/tags' }
  ]
}

/** Links to the lists that the site makes of itself. */
export function SiteLists() {
  const words = useWords()
  return (
    <nav className="site-lists" aria-label={words.lists.lists}>
      <ul>
        {siteLists(words).map(({ title, href }) => (
          <li key={href}>
            <a href={href}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
