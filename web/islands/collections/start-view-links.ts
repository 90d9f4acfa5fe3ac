import { fetchCurrent } from '../navigation/fetch-current.ts'
import { readPage } from '../navigation/fetched-pages.ts'
import { scrollToStored, storeScroll } from '../navigation/scroll-position.ts'
import { isFolder } from '../navigation/page-address.ts'
import { isPlainClick } from '../navigation/page-links.ts'
import { linkHeads, pathOfPage } from './folder/folder-paths.ts'
import { showCurrentTabs } from './show-current-tabs.ts'

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
    void show(addressOf(form), { key: undefined, field, isNew: true })
  })
  root.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLSelectElement) || !target.form?.matches('[data-view-form]')) return
    const hasOrder = new FormData(target.form).get('sort') !== ''
    // A direction alone changes nothing.
    if (target.name === 'dir' && !hasOrder) return
    void show(addressOf(target.form), { key: undefined, field: target.name, isNew: true })
  })
  root.addEventListener('focusin', ({ target }) => {
    // Browsers leave what is partly in view where it is, also if most of it is cut off.
    if (!(target instanceof Element) || !target.closest(':is(.table-box, .view-tabs) *')) return
    if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest' })
  })
  const onPopState = () => {
    const isThisPage = pathOfPage(location.pathname) === pathOfPage(shownPath)
    if (isThisPage && !isShown() && hasViews())
      void show(new URL(location.href), { key: undefined, isNew: false })
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

/** Whether the page has collections, so that a change of its query string is shown in place. */
export function hasViews(): boolean {
  return document.querySelector(SECTIONS) !== null
}

const SECTIONS = 'section.collection[id]'
const SCROLLED = '.table-box'
const SEARCH = '[data-view-form] input[type="search"]'
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

interface Showing {
  /** The followed link's `data-view-link`, to find it again in the new section. */
  key: string | undefined
  /** The name of the changed field, to find it again in the same way. */
  field?: string | undefined
  /** Whether to push a history entry. */
  isNew: boolean
}

/** Stops a change of a view whose rows have not arrived. */
export function stopShowing(): void {
  running?.abort()
  markIdle()
}

function markIdle(): void {
  for (const busy of document.querySelectorAll(SECTIONS)) busy.removeAttribute('aria-busy')
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

function sectionOf(address: URL): Element | null {
  return document.getElementById(address.hash.slice(1))
}

async function fetchPage({ pathname, search }: URL, signal: AbortSignal): Promise<Document> {
  const url = isFolder ? pathname : pathname + search
  const html = await readPage(await fetchCurrent(url, { signal }))
  const next = new DOMParser().parseFromString(html, 'text/html')
  signal.throwIfAborted()
  return next
}

/** What a visitor types into a search field while the rows for a chosen filter arrive. */
function wordBeingTyped(): { restore: () => void } | undefined {
  const { activeElement: field } = document
  const section = field?.closest(SECTIONS)
  if (!section || !isSearchField(field)) return undefined
  const restore = () => {
    const same = document.getElementById(section.id)?.querySelector<HTMLInputElement>(SEARCH)
    if (!same) return
    same.value = field.value
    same.focus({ preventScroll: true })
  }
  return { restore }
}

function isSearchField(element: Element | null): element is HTMLInputElement {
  return element?.matches(SEARCH) ?? false
}

/** Replaces all sections, since links of each collection contain the queries of the others. */
function replaceSections(next: Document): void {
  for (const section of document.querySelectorAll(SECTIONS)) {
    const replacement = next.getElementById(section.id)
    if (!replacement) throw new Error('the page has changed')
    const scrolled = [...section.querySelectorAll(SCROLLED)].map(({ scrollLeft }) => scrollLeft)
    section.replaceWith(document.adoptNode(replacement))
    for (const [index, box] of replacement.querySelectorAll(SCROLLED).entries()) {
      box.scrollLeft = scrolled[index] ?? 0
    }
  }
}

/** Restores the keyboard focus and announces the new rows. */
function returnFocus(address: URL, { key, field }: Pick<Showing, 'key' | 'field'>): void {
  const section = sectionOf(address)
  if (!(section instanceof HTMLElement)) return
  const tools = section.querySelector<HTMLDetailsElement>(':scope > .view-tools')
  // Without a filter, the new section has them closed, but the reader may still be choosing an order.
  if (tools && field !== undefined) tools.open = true
  const isPaging = key === 'next' || key === 'previous'
  const name = field === undefined ? undefined : `select[name="${CSS.escape(field)}"]`
  const link = key && !isPaging ? `[data-view-link="${CSS.escape(key)}"]` : name
  const same = link && section.querySelector<HTMLElement>(link)
  const isTyping = field !== undefined && isSearchField(document.activeElement)
  if (same && !isTyping) same.focus({ preventScroll: true })
  else if (!isTyping) {
    section.tabIndex = -1
    section.focus({ preventScroll: true })
  }
  if (isPaging) section.scrollIntoView()
  announce(section)
}

function announce(section: HTMLElement): void {
  const { viewStatus = '' } = section.dataset
  statusRegion().textContent = viewStatus
}

/** Made before it has a text: screen readers ignore a region that is inserted with its text. */
function statusRegion(): HTMLElement {
  const id = 'view-status'
  const known = document.getElementById(id)
  if (known) return known
  const region = document.createElement('p')
  region.id = id
  region.className = 'visually-hidden'
  region.setAttribute('role', 'status')
  return document.body.appendChild(region)
}
