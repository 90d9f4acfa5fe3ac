import type { NamedPath } from './render-results.ts'
import { forgetPage, recentPages } from './recent-pages.ts'

/** What is offered before anything is asked: pages lately opened, and those of the site's navigation and its lists; each once. */
export function suggestedPages(): { recent: NamedPath[]; suggested: NamedPath[] } {
  // The visitor has just seen that this one is no more.
  if (document.querySelector('[data-missing-page]')) forgetPage(location.pathname)
  const recent = recentPages()
  const known = new Set(recent.map(({ path }) => path))
  return { recent, suggested: navigationPages().filter(({ path }) => !known.has(path)) }
}

function navigationPages(): NamedPath[] {
  const links = document.querySelectorAll<HTMLAnchorElement>(
    '.site-navigation a[href^="/"], .site-lists a[href^="/"]'
  )
  return [...links].map((link) => {
    // The header shortens long titles.
    const title = link.title || link.textContent.trim()
    return { path: link.pathname, title }
  })
}
