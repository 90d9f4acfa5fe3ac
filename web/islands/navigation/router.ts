import A11yPlugin from '@swup/a11y-plugin'
import HeadPlugin from '@swup/head-plugin'
import PreloadPlugin from '@swup/preload-plugin'
import Swup, { Location, type Options, type Visit } from 'swup'

import { pathOfPage } from '../collections/folder/folder-paths.ts'
import { stopShowing } from '../collections/start-view-links.ts'
import { hasViews } from '../collections/view-sections.ts'
import { fetchCurrent } from './fetch-current.ts'
import { PageAges, readPage } from './fetched-pages.ts'
import { isPageAddress, isPlainClick, leadsToPage } from './page-links.ts'
import { type ScrollPosition, trackScroll } from './scroll-position.ts'

const TIMEOUT_MS = 8000

/** Callbacks: before the content is replaced, after it was replaced, and on the page view. */
interface Callbacks {
  leave: () => void
  arrive: () => void
  onView: () => void
}

export interface Router {
  preload: (link: HTMLAnchorElement) => void
  go: (link: HTMLAnchorElement) => void
}

/** Starts swup, which fetches pages on hover or focus and replaces the content on a click. */
export function startRouter(callbacks: Callbacks): Router {
  const refused = new Set<string>()
  const scroll = trackScroll(() => isShown(swup))
  // Set while the browser loads a page that the router could not.
  let isLeaving = false
  // Set while a page is being fetched: history changes then concern another page.
  let isVisiting = false
  const swup = new Swup({
    containers: ['#content', '#site-panel', '.site-footer'],
    animationSelector: false,
    native: true,
    linkToSelf: 'navigate',
    timeout: TIMEOUT_MS,
    requestHeaders: { accept: 'text/html' },
    ignoreVisit: (url, { el, event } = {}) =>
      refused.has(url) || !isPageAddress(new URL(url, location.href)) || isForBrowser(el, event),
    skipPopStateHandling: () => isLeaving || (!isVisiting && isSamePage(swup)),
    plugins: plugins()
  })
  fetchPages(swup, refused)
  announceTitles(swup)
  handleNewPages(swup, callbacks, scroll)
  swup.hooks.on('page:view', callbacks.onView)
  swup.hooks.on('visit:start', () => (isVisiting = true))
  for (const end of ['visit:end', 'visit:abort'] as const) {
    swup.hooks.on(end, () => (isVisiting = false))
  }
  delegateFailures(swup, (visit) => {
    isLeaving = true
    followByBrowser(visit)
  })
  dropUnshownEntries(swup)
  const syncLocation = () => (swup.location = Location.fromUrl(location.href))
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    isLeaving = isVisiting = false
    // A visit that was left to the browser has not ended: swup would ignore another click on its link.
    swup.visit.to.url = ''
    document.documentElement.removeAttribute('aria-busy')
    syncLocation()
  })
  document.addEventListener('view-shown', syncLocation)
  // A view of this page was chosen while another page is loading, which it takes the place of.
  document.addEventListener('page-wanted', ({ detail }: CustomEventInit<string>) => {
    if (detail !== undefined) swup.navigate(detail)
  })
  return {
    preload: (link) => void swup.preload?.(link, { priority: true }),
    go: (el) => swup.navigate(el.href, {}, { el })
  }
}

function plugins(): Options['plugins'] {
  return [
    // The assets are the same (`readPage`), but scripts may have added one, and a colour (`start-theme.ts`).
    new HeadPlugin({
      persistTags:
        'script[src], link[rel=stylesheet], link[rel=modulepreload], style, meta[name=theme-color]'
    }),
    new PreloadPlugin(),
    new A11yPlugin()
  ]
}

/** A link that is not to a page, or a click that another script has handled. */
function isForBrowser(link: Element | undefined, event: Event | undefined): boolean {
  if (link && !(link instanceof HTMLAnchorElement && leadsToPage(link))) return true
  return event instanceof MouseEvent && event.type === 'click' && !isPlainClick(event)
}

/** Whether the history entry is that of the shown page and view. */
function isShown({ location: shown }: Swup): boolean {
  return location.pathname + location.search === shown.url
}

/** Whether the history moved within the page: to another part or view of it. */
function isSamePage(swup: Swup): boolean {
  if (isShown(swup)) return true
  return pathOfPage(location.pathname) === pathOfPage(swup.location.pathname) && hasViews()
}

/** Accepts only pages of this deployment; an address refused once is left to the browser. */
function fetchPages(swup: Swup, refused: Set<string>): void {
  const ages = new PageAges()
  // A click during the preload of the same page shares its request.
  const pending = new Map<string, Promise<Response>>()
  swup.hooks.replace('fetch:request', async (visit, { url, options }) => {
    const request = async () => {
      const response = await fetchCurrent(url, options)
      try {
        await readPage(response.clone())
      } catch (error) {
        refused.add(url)
        throw error
      }
      return response
    }
    const answer = pending.get(url) ?? request().finally(() => pending.delete(url))
    pending.set(url, answer)
    const response = await answer
    if (!response.redirected || !visit.to.hash) return response.clone()
    refused.add(url)
    throw new Error('the fragment would be lost')
  })
  swup.hooks.on('cache:set', (_visit, { page }) => ages.add(page))
  swup.hooks.before('visit:start', () => swup.cache.prune((url) => ages.isOld(url)))
}

/**
 * Leaves pages that cannot be fetched or shown to the browser. The promise of such a visit never
 * settles: swup would throw its error where nothing catches it.
 */
function delegateFailures(swup: Swup, follow: (visit: Visit) => void): void {
  swup.hooks.replace('page:load', async (visit, args, original) => {
    try {
      if (original) return await original(visit, args)
    } catch {
      // The browser requests the page itself and shows the error.
      if (!visit.done) follow(visit)
    }
    return new Promise<never>(() => {})
  })
  swup.hooks.replace('visit:fail', follow)
}

/** Removes the history entry of a page that another click replaced before it was shown. */
function dropUnshownEntries(swup: Swup): void {
  let isUnshown = false
  swup.hooks.on('visit:abort', ({ history: step, from, to }) => {
    // A link to the page itself has added no entry.
    const isOther = to.url !== from.url
    const isPushed = isUnshown || (!step.popstate && step.action === 'push' && isOther)
    // Not if the browser has taken over: the history has left that entry.
    isUnshown = isPushed && location.pathname + location.search === to.url
  })
  swup.hooks.before('visit:start', ({ history: step }) => {
    if (step.popstate) isUnshown = false
    else if (isUnshown) step.action = 'replace'
  })
  swup.hooks.on('content:replace', () => {
    isUnshown = false
  })
}

/** Announces the new page's title without the site's name. */
function announceTitles(swup: Swup): void {
  swup.hooks.before('content:announce', (visit) => {
    const site = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content
    const suffix = ` · ${site}`
    const { title } = document
    visit.a11y.announce = title.endsWith(suffix) ? title.slice(0, -suffix.length) : title
  })
}

/** Handles everything around a new page: islands, navigation marks, scroll position and focus. */
function handleNewPages(swup: Swup, { leave, arrive }: Callbacks, scroll: ScrollPosition): void {
  swup.hooks.before('visit:start', (visit) => scroll.leave(visit.history.popstate))
  swup.hooks.on('visit:start', (visit) => {
    // It would add an entry to the history after that of the new page.
    stopShowing()
    visit.a11y.focus = { selector: '#content', wait: true }
    // A view transition freezes the page, so it starts only when the new page is there.
    visit.animation.wait = true
  })
  swup.hooks.before('content:replace', leave)
  swup.hooks.on('content:replace', (visit) => {
    if (visit.to.document) markNavigation(visit.to.document)
    if (visit.to.hash) activateTarget()
    arrive()
  })
  swup.hooks.replace('content:scroll', (visit, args, original) => {
    scroll.arrive()
    if (visit.history.popstate && scroll.restore()) return true
    // The focus then goes to the element that the fragment names.
    if (swup.getAnchorElement(visit.to.hash)) visit.a11y.focus = false
    // A page without a stored position starts at the top.
    visit.scroll = { ...visit.scroll, reset: true, target: undefined }
    return original?.(visit, args) ?? false
  })
  // To another view: `show` in `start-view-links.ts` restores the position when the rows are there.
  addEventListener('popstate', () => isShown(swup) && scroll.restore())
}

/** Makes `:target` match: the browser does not update it for an address set by script. */
function activateTarget(): void {
  const state: unknown = history.state
  location.replace(location.href)
  history.replaceState(state, '')
}

/** The header is not replaced; its current link is marked as in the new page. */
function markNavigation(next: Document): void {
  const marked = next.querySelector('.site-header a[aria-current]')?.getAttribute('href')
  for (const link of document.querySelectorAll('.site-header a')) {
    // Compared by address: a newer publication may have inserted links before it.
    if (marked && link.getAttribute('href') === marked) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
}

/** Loads a page without the router. The address has changed already. */
function followByBrowser({ from, to, history: step }: Visit): void {
  const address = to.url + (to.hash ?? '')
  if (step.popstate) return location.reload()
  // A link to the page itself has added no entry.
  if (to.url === from.url) return location.replace(address)
  // Goes back first, so that the history has one entry for the page, after the page with the link.
  addEventListener('popstate', () => location.assign(address), { once: true })
  history.back()
}
