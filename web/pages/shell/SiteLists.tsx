import type { Messages } from '../../../site/locales/en.ts'
import { useMessages } from '../../messages.ts'

/** The lists that the site makes of itself. */
export function siteLists({ lists }: Messages): { title: string; href: string }[] {
  return [
    { title: lists.allPages, href: '/all-pages' },
    { title: lists.recentChanges, href: '/recent-changes' },
    { title: lists.tags, href: '/tags' }
  ]
}

/** Links to the lists that the site makes of itself. */
export function SiteLists() {
  const messages = useMessages()
  return (
    <nav className="site-lists" aria-label={messages.lists.lists}>
      <ul>
        {siteLists(messages).map(({ title, href }) => (
          <li key={href}>
            <a href={href}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
