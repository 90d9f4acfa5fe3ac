import type { NamedPath } from './SearchList.tsx'
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
  const links = document.querySelectorAll<HTMLAnchorElement>('.site-panel a[href^="/"]')
  return [...links].map((link) => {
    // The header truncates long titles and puts the full one into `title`.
    const title = link.title || link.textContent.trim()
    return { path: link.pathname, title }
  })
}
