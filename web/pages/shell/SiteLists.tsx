import type { Messages } from '../../../site/locales/en.ts'
import { useMessages } from '../../messages.ts'

/** The generated lists of the site: all pages, recent changes, tags. */
export function siteLists({ lists }: Messages): { title: string; href: string }[] {
  return [
    { title: lists.allPages, href: '/all-pages' },
    { title: lists.recentChanges, href: '/recent-changes' },
    { title: lists.tags, href: '/tags' }
  ]
}

/** Links to the generated lists. */
export function SiteLists() {
  return (
    <nav className="site-lists" aria-label={useMessages().lists.lists}>
      <ListLinks />
    </nav>
  )
}

/** The links without a landmark of their own. */
export function ListLinks({ className }: { className?: string }) {
  return (
    <ul className={className}>
      {siteLists(useMessages()).map(({ title, href }) => (
        <li key={href}>
          <a href={href}>{title}</a>
        </li>
      ))}
    </ul>
  )
}
