/**
 * Lets the links and forms of collections change the collection in place: the page that they lead
 * to is fetched, and its collections take the place of those here. Whatever goes wrong, the browser
 * follows the link as it would without this.
 */
export function startViewLinks(root: HTMLElement, end: AbortSignal): void {
  shownPath = location.pathname
  shownSearch = location.search
  root.addEventListener('click', (event) => {
    const link = linkOf(event)
    if (!link) return
    event.preventDefault()
    void show(new URL(link.href), { key: link.dataset['viewLink'], isNew: true })
  })
  root.addEventListener('submit', (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || !form.matches('[data-view-form]')) return
    event.preventDefault()
    void show(addressOf(form), { key: undefined, isNew: true })
  })
  const onPopState = () => {
    const isOurs = location.pathname === shownPath && location.search !== shownSearch
    if (isOurs && hasViews()) void show(new URL(location.href), { key: undefined, isNew: false })
  }
  addEventListener('popstate', onPopState, { signal: end })
  end.addEventListener('abort', () => running?.abort())
}

/** Whether another query string of the page's own address is shown in place, by this. */
export function hasViews(): boolean {
  return document.querySelector(sections) !== null
}

const sections = 'section.collection[id]'
let shownPath = location.pathname
let shownSearch = location.search
let running: AbortController | undefined

function linkOf(event: MouseEvent): HTMLAnchorElement | undefined {
  const isPlain =
    event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
  const target = event.target instanceof Element ? event.target : undefined
  const link = target?.closest<HTMLAnchorElement>('a[data-view-link]')
  return isPlain && !event.defaultPrevented ? (link ?? undefined) : undefined
}

function addressOf(form: HTMLFormElement): URL {
  const address = new URL(form.action)
  const filled = [...new FormData(form)].filter(([, value]) => value !== '')
  address.search = String(new URLSearchParams(filled.map(([name, value]) => [name, String(value)])))
  return address
}

interface Showing {
  /** Which link was followed, to find it again in what comes. */
  key: string | undefined
  /** Whether the address is a new step of the history. */
  isNew: boolean
}

async function show(address: URL, { key, isNew }: Showing): Promise<void> {
  running?.abort()
  running = new AbortController()
  const { signal } = running
  const section = sectionOf(address)
  section?.setAttribute('aria-busy', 'true')
  try {
    const reply = await fetch(address.pathname + address.search, { signal })
    if (!reply.ok) throw new Error(`the server answered ${reply.status}`)
    const next = new DOMParser().parseFromString(await reply.text(), 'text/html')
    if (signal.aborted) return
    replaceSections(next)
  } catch {
    // A later click has taken over, or the browser shall say what is wrong.
    if (!signal.aborted) location.assign(address)
    return
  }
  if (isNew) history.pushState(null, '', address)
  shownPath = location.pathname
  shownSearch = location.search
  document.dispatchEvent(new Event('view-shown'))
  if (isNew) returnFocus(address, key)
}

function sectionOf(address: URL): Element | null {
  return document.getElementById(address.hash.slice(1))
}

/** All of them: links of each collection say what is shown of the others. */
function replaceSections(next: Document): void {
  for (const section of document.querySelectorAll(sections)) {
    const replacement = next.getElementById(section.id)
    if (!replacement) throw new Error('the page has changed')
    section.replaceWith(document.adoptNode(replacement))
  }
}

/** Keeps the keyboard where it was, and tells what is shown now. */
function returnFocus(address: URL, key: string | undefined): void {
  const section = sectionOf(address)
  if (!(section instanceof HTMLElement)) return
  const isPaging = key === 'next' || key === 'previous'
  const same =
    key && !isPaging && section.querySelector<HTMLElement>(`[data-view-link="${CSS.escape(key)}"]`)
  if (same) same.focus({ preventScroll: true })
  else {
    section.tabIndex = -1
    section.focus({ preventScroll: true })
  }
  if (isPaging) section.scrollIntoView()
  announce(section)
}

/** Made once and kept: a region that comes with its text is not read out. */
function announce(section: HTMLElement): void {
  const id = 'view-status'
  const status = document.getElementById(id) ?? document.body.appendChild(statusRegion(id))
  const { viewStatus = '' } = section.dataset
  status.textContent = viewStatus
}

function statusRegion(id: string): HTMLElement {
  const region = document.createElement('p')
  region.id = id
  region.className = 'visually-hidden'
  region.setAttribute('role', 'status')
  return region
}
