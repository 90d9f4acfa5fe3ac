import type { NamedPath } from './SearchList.tsx'
import { shownText } from '../navigation/shown-text.ts'
import { forgetPage, recentPages } from './recent-pages.ts'

/**
 * Pages suggested before anything is typed: recently opened ones, and those of the site's
 * navigation and lists; each once.
 */
export function suggestedPages(): { recent: NamedPath[]; suggested: NamedPath[] } {
  // This is the 404 page of a removed page.
  if (document.querySelector('[data-missing-page]')) forgetPage(location.pathname)
  const recent = recentPages()
  const known = new Set(recent.map(({ path }) => path))
  return { recent, suggested: navigationPages().filter(({ path }) => !known.has(path)) }
}

function navigationPages(): NamedPath[] {
  // The links of the header are in the panel too, but by default as the beginning of the tree.
  const links = document.querySelectorAll<HTMLAnchorElement>(
    ':is(.site-navigation, .panel-links, .panel-lists) a[href^="/"]'
  )
  const titles = new Map<string, string>()
  // The header truncates long titles and puts the full one into `title`.
  for (const link of links) titles.set(link.pathname, link.title || shownText(link))
  return [...titles].map(([path, title]) => ({ path, title }))
}
