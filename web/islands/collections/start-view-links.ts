import { fetchCurrent } from '../navigation/fetch-current.ts'
import { readPage } from '../navigation/fetched-pages.ts'
import { scrollToStored, storeScroll } from '../navigation/scroll-position.ts'
import { isFolder } from '../navigation/page-address.ts'
import { isPlainClick } from '../navigation/page-links.ts'
import { linkHeads, pathOfPage } from './folder/folder-paths.ts'
import { type UsedControl, returnFocus, statusRegion, wordBeingTyped } from './return-focus.ts'
import { showCurrentTabs } from './show-current-tabs.ts'
import { hasViews, markIdle, replaceSections, sectionOf } from './view-sections.ts'

/**
 * Makes the links and forms of collections update the collection in place: fetches the target page
 * and replaces the collection sections with those of that page; in a folder of files, a script sorts and
 * filters. On any failure the browser follows the link as usual.
 */
export function startViewLinks(root: HTMLElement, end: AbortSignal): void {
  shownPath = location.pathname
  shownSearch = location.search
  if (isFolder) startFolder(root)
  // Before the next paint, which lays the page out anyway; here it would take a layout of its own.
  requestAnimationFrame(showCurrentTabs)
  document.addEventListener('view-shown', showCurrentTabs, { signal: end })
  root.addEventListener('click', (event) => {
    const link = viewLinkOf(event)
    if (!link) return
    event.preventDefault()
    const address = addressFrom(link.getAttribute('href'))
    void show(address, { key: link.dataset['viewLink'], isNew: true })
  })
  root.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || !form.matches('[data-view-form]')) return
    event.preventDefault()
    const { activeElement } = document
    const field = activeElement instanceof HTMLSelectElement ? activeElement.name : undefined
    void show(addressOf(form), { field, isNew: true })
  })
  root.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || !target.form?.matches('[data-view-form]')) return
    const hasOrder = new FormData(target.form).get('sort') !== ''
    // A direction alone changes nothing.
    if (target.name === 'dir' && !hasOrder) return
    void show(addressOf(target.form), { field: target.name, isNew: true })
  })
  root.addEventListener('focusin', ({ target }) => {
    // Browsers leave what is partly in view where it is, also if most of it is cut off.
    if (!(target instanceof Element) || !target.closest(':is(.table-box, .view-tabs) *')) return
    if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest' })
  })
  const onPopState = () => {
    const isThisPage = pathOfPage(location.pathname) === pathOfPage(shownPath)
    if (isThisPage && !isShown() && hasViews()) void show(new URL(location.href), { isNew: false })
  }
  addEventListener('popstate', onPopState, { signal: end })
  const status = hasViews() ? statusRegion() : undefined
  end.addEventListener('abort', () => {
    stopShowing()
    // It stays after the content, where the next page has other rows or none.
    if (status) status.textContent = ''
  })
}

/** Shows the rows that the address asks for, which a server would have sent. */
function startFolder(root: HTMLElement): void {
  linkHeads(root)
  if (location.search === '' || !hasViews()) return
  void openInFolder(new URL(location.href), restart()).then(
    () => document.dispatchEvent(new Event('view-shown')),
    // The page shows all rows, as it does without script.
    () => {}
  )
}

async function openInFolder(address: URL, signal: AbortSignal): Promise<void> {
  const { openAddress } = await import('./folder/show-query.ts')
  await openAddress(address, signal)
}

async function showInFolder(address: URL, signal: AbortSignal): Promise<void> {
  const { showQuery } = await import('./folder/show-query.ts')
  await showQuery(address, signal)
}

let shownPath = location.pathname
let shownSearch = location.search
let running: AbortController | undefined

function isShown(): boolean {
  return location.pathname === shownPath && location.search === shownSearch
}

/** Whether the router is loading another page, whose address is that of the document already. */
function isLeaving(): boolean {
  return !isShown() && document.documentElement.ariaBusy === 'true'
}

/** The address of a link of the shown page. */
function addressFrom(href: string | null): URL {
  return new URL(href ?? '', location.origin + shownPath + shownSearch)
}

function viewLinkOf(event: MouseEvent): HTMLAnchorElement | undefined {
  const target = event.target instanceof Element ? event.target : undefined
  const link = target?.closest<HTMLAnchorElement>('a[data-view-link]')
  return isPlainClick(event) ? (link ?? undefined) : undefined
}

function addressOf(form: HTMLFormElement): URL {
  const address = addressFrom(form.getAttribute('action'))
  const filled = [...new FormData(form)].filter(([, value]) => value !== '')
  address.search = String(new URLSearchParams(filled.map(([name, value]) => [name, String(value)])))
  return address
}

interface Showing extends UsedControl {
  /** Whether to push a history entry. */
  isNew: boolean
}

/** Stops a change of a view whose rows have not arrived. */
export function stopShowing(): void {
  running?.abort()
  markIdle()
}

function restart(): AbortSignal {
  stopShowing()
  running = new AbortController()
  return running.signal
}

async function show(address: URL, { key, field, isNew }: Showing): Promise<void> {
  if (isNew && isLeaving()) {
    document.dispatchEvent(new CustomEvent('page-wanted', { detail: address.href }))
    return
  }
  // Without the router, the browser would restore the position before the rows are there.
  if (isNew && isShown()) storeScroll()
  const signal = restart()
  const section = sectionOf(address)
  section?.setAttribute('aria-busy', 'true')
  try {
    const isOther = !isFolder || address.pathname !== shownPath
    if (isOther) {
      const next = await fetchPage(address, signal)
      const typed = field === undefined ? undefined : wordBeingTyped()
      replaceSections(next)
      if (isFolder) linkHeads(document)
      typed?.restore()
    }
    // Fetched rows are those of an address without a query already.
    if (isFolder && !(isOther && address.search === '')) await showInFolder(address, signal)
    if (signal.aborted) return
  } catch {
    // A later click has replaced this one, or the browser loads the page and shows the error.
    if (signal.aborted) return
    markIdle()
    // After a step in the history the address is that of the page already: with a fragment, nothing would load.
    if (isNew) location.assign(address)
    else location.reload()
    return
  }
  markIdle()
  // Like the browser, which adds no entry for a link to the address that it shows.
  if (isNew && address.href !== location.href) history.pushState(null, '', address)
  shownPath = location.pathname
  shownSearch = location.search
  document.dispatchEvent(new Event('view-shown'))
  if (isNew) returnFocus(address, { key, field })
  else scrollToStored()
}

async function fetchPage({ pathname, search }: URL, signal: AbortSignal): Promise<Document> {
  const url = isFolder ? pathname : pathname + search
  const html = await readPage(await fetchCurrent(url, { signal }))
  const next = new DOMParser().parseFromString(html, 'text/html')
  signal.throwIfAborted()
  return next
}
