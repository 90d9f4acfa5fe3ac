import A11yPlugin from '@swup/a11y-plugin'
import HeadPlugin from '@swup/head-plugin'
import PreloadPlugin from '@swup/preload-plugin'
import Swup, { Location, type Options, type Visit } from 'swup'

import { hasViews } from '../start-view-links.ts'
import { PageAges, requirePage } from './fetched-pages.ts'
import { isPageAddress, isPlainClick, leadsToPage } from './page-links.ts'
import { type ScrollPlace, trackScroll } from './scroll-place.ts'

const TIMEOUT_MS = 8000

/** What is done before a page goes, when the next has come, and when that one is shown. */
interface Steps {
  leave: () => void
  arrive: () => void
  onView: () => void
}

export interface Router {
  preload: (link: HTMLAnchorElement) => void
  go: (link: HTMLAnchorElement) => void
}

/** Starts swup: links are fetched on intent and take the place of the content. */
export function startRouter(steps: Steps): Router {
  const refused = new Set<string>()
  const scroll = trackScroll()
  // Set while the browser goes where the router could not.
  let isLeaving = false
  // While a page is on its way, it is no longer the one shown that the history moves within.
  let isUnderWay = false
  const swup = new Swup({
    containers: ['#content', '.site-footer'],
    animationSelector: false,
    native: true,
    linkToSelf: 'navigate',
    timeout: TIMEOUT_MS,
    requestHeaders: { accept: 'text/html' },
    ignoreVisit: (url, { el, event } = {}) =>
      refused.has(url) || !isPageAddress(new URL(url, location.href)) || isForBrowser(el, event),
    skipPopStateHandling: () => isLeaving || (!isUnderWay && isSamePage(swup)),
    plugins: plugins()
  })
  fetchPages(swup, refused)
  announceTitles(swup)
  placePages(swup, steps, scroll)
  swup.hooks.on('page:view', steps.onView)
  swup.hooks.on('visit:start', () => (isUnderWay = true))
  for (const end of ['visit:end', 'visit:abort'] as const) {
    swup.hooks.on(end, () => (isUnderWay = false))
  }
  leaveWhatFails(swup, (visit) => {
    isLeaving = true
    followByBrowser(visit)
  })
  keepHistory(swup)
  const settle = () => (swup.location = Location.fromUrl(location.href))
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    isLeaving = isUnderWay = false
    document.documentElement.removeAttribute('aria-busy')
    settle()
  })
  document.addEventListener('view-shown', settle)
  return {
    preload: (link) => void swup.preload?.(link, { priority: true }),
    go: (el) => swup.navigate(el.href, {}, { el })
  }
}

function plugins(): Options['plugins'] {
  return [
    // The assets are the same (`requirePage`); analytics may have added a script.
    new HeadPlugin({
      persistTags: 'script[src], link[rel=stylesheet], link[rel=modulepreload], style'
    }),
    new PreloadPlugin(),
    new A11yPlugin()
  ]
}

/** A link that leads out of the pages, or a click that another script has taken. */
function isForBrowser(link: Element | undefined, event: Event | undefined): boolean {
  if (link && !(link instanceof HTMLAnchorElement && leadsToPage(link))) return true
  return event instanceof MouseEvent && event.type === 'click' && !isPlainClick(event)
}

/** Whether the history has moved within the page: to another part of it, or another view. */
function isSamePage({ location: shown }: Swup): boolean {
  if (location.pathname !== shown.pathname) return false
  return location.search === shown.search || hasViews()
}

/** Only whole pages of this deployment are taken; what was refused once is left to the browser. */
function fetchPages(swup: Swup, refused: Set<string>): void {
  const ages = new PageAges()
  // A click may follow while the page is asked for since the pointer came: that is one request.
  const underWay = new Map<string, Promise<Response>>()
  swup.hooks.replace('fetch:request', async (visit, args, original) => {
    const { url, options } = args
    const request = async () => {
      const response = await (original?.(visit, args) ?? fetch(url, options))
      try {
        await requirePage(response)
      } catch (error) {
        refused.add(url)
        throw error
      }
      return response
    }
    const answer = underWay.get(url) ?? request().finally(() => underWay.delete(url))
    underWay.set(url, answer)
    const response = await answer
    if (!response.redirected || !visit.to.hash) return response.clone()
    refused.add(url)
    throw new Error('the fragment would be lost')
  })
  swup.hooks.on('cache:set', (_visit, { page }) => ages.note(page))
  swup.hooks.before('visit:start', () => swup.cache.prune((url) => ages.isOld(url)))
}

/**
 * What cannot be fetched or shown here is for the browser. Such a visit is never told of the failure:
 * swup would throw it where nothing catches.
 */
function leaveWhatFails(swup: Swup, follow: (visit: Visit) => void): void {
  swup.hooks.replace('page:load', async (visit, args, original) => {
    try {
      if (original) return await original(visit, args)
    } catch {
      // The visitor sees why: the browser asks for the page itself.
      if (!visit.done) follow(visit)
    }
    return new Promise<never>(() => {})
  })
  swup.hooks.replace('visit:fail', follow)
}

/** A page that another click has overtaken leaves no entry in the history: it was never shown. */
function keepHistory(swup: Swup): void {
  let isUnshown = false
  swup.hooks.on('visit:abort', ({ history: step, to }) => {
    const isPushed = isUnshown || (!step.popstate && step.action === 'push')
    // One that the browser was left to is no more where the history stands.
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

/** Says the title of the page that has come; the site's name, which stands behind it, stays the same. */
function announceTitles(swup: Swup): void {
  swup.hooks.before('content:announce', (visit) => {
    const site = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content
    const behind = ` · ${site}`
    const { title } = document
    visit.a11y.announce = title.endsWith(behind) ? title.slice(0, -behind.length) : title
  })
}

/** Puts the page in its place: islands, the mark in the navigation, the scroll and the focus. */
function placePages(swup: Swup, { leave, arrive }: Steps, scroll: ScrollPlace): void {
  swup.hooks.before('visit:start', (visit) => scroll.leave(visit.history.popstate))
  swup.hooks.on('visit:start', (visit) => {
    visit.a11y.focus = { selector: '#content', wait: true }
    // The browser stands still while a change is under way: it begins when the page is there.
    visit.animation.wait = true
  })
  swup.hooks.before('content:replace', leave)
  swup.hooks.on('content:replace', (visit) => {
    if (visit.to.document) markNavigation(visit.to.document)
    if (visit.to.hash) pointAtTarget()
    arrive()
  })
  swup.hooks.replace('content:scroll', (visit, args, original) => {
    scroll.arrive()
    if (visit.history.popstate && scroll.restore()) return true
    // There the focus is put on the part of the page that the link names.
    if (swup.getAnchorElement(visit.to.hash)) visit.a11y.focus = false
    // A page that comes back without a place begins at its top.
    visit.scroll = { ...visit.scroll, reset: true, target: undefined }
    return original?.(visit, args) ?? false
  })
  addEventListener('popstate', () => isSamePage(swup) && scroll.restore())
}

/** Makes the browser know the target (`:target`): an address that a script sets does not. */
function pointAtTarget(): void {
  const state: unknown = history.state
  location.replace(location.href)
  history.replaceState(state, '')
}

/** The header stays; which of its links is marked is that of the new page. */
function markNavigation(next: Document): void {
  const menu = document.querySelector<HTMLDetailsElement>('.site-menu[open]')
  if (menu) menu.open = false
  const marked = next.querySelector('.site-header a[aria-current]')?.getAttribute('href')
  for (const link of document.querySelectorAll('.site-header a')) {
    // By its address: what a newer publication has added would shift all behind it.
    if (marked && link.getAttribute('href') === marked) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
}

/** The address has changed already: what cannot be shown here is loaded as if nothing had been tried. */
function followByBrowser({ to, history: step }: Visit): void {
  const address = to.url + (to.hash ?? '')
  if (step.popstate) return location.reload()
  // From the page that the link stands on, so that going back leads there, and once.
  addEventListener('popstate', () => location.assign(address), { once: true })
  history.back()
}
