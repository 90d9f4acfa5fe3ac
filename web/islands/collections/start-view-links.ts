/**
 * Makes the links and forms of collections update the collection in place: fetches the target page
 * and replaces the collection SECTIONS with those of that page. On any failure the browser follows
 * the link as usual.
 */
export function startViewLinks(root: HTMLElement, end: AbortSignal): void {
  shownPath = location.pathname
  shownSearch = location.search
  root.addEventListener('click', (event) => {
    const link = viewLinkOf(event)
    if (!link) return
    event.preventDefault()
    void show(new URL(link.href), { key: link.dataset['viewLink'], isNew: true })
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
    const form = target instanceof HTMLSelectElement ? target.form : null
    if (form?.matches('[data-view-form]')) form.requestSubmit()
  })
  const onPopState = () => {
    const isThisPage = location.pathname === shownPath && location.search !== shownSearch
    if (isThisPage && hasViews())
      void show(new URL(location.href), { key: undefined, isNew: false })
  }
  addEventListener('popstate', onPopState, { signal: end })
  end.addEventListener('abort', () => running?.abort())
}

/** Whether the page has collections, so that a change of its query string is shown in place. */
export function hasViews(): boolean {
  return document.querySelector(SECTIONS) !== null
}

const SECTIONS = 'section.collection[id]'
let shownPath = location.pathname
let shownSearch = location.search
let running: AbortController | undefined

function viewLinkOf(event: MouseEvent): HTMLAnchorElement | undefined {
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
  /** The followed link's `data-view-link`, to find it again in the new section. */
  key: string | undefined
  /** The name of the changed field, likewise. */
  field?: string | undefined
  /** Whether to push a history entry. */
  isNew: boolean
}

async function show(address: URL, { key, field, isNew }: Showing): Promise<void> {
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
    // A later click has replaced this one, or the browser loads the page and shows the error.
    if (!signal.aborted) location.assign(address)
    return
  }
  if (isNew) history.pushState(null, '', address)
  shownPath = location.pathname
  shownSearch = location.search
  document.dispatchEvent(new Event('view-shown'))
  if (isNew) returnFocus(address, { key, field })
}

function sectionOf(address: URL): Element | null {
  return document.getElementById(address.hash.slice(1))
}

/** Replaces all sections, since links of each collection contain the queries of the others. */
function replaceSections(next: Document): void {
  for (const section of document.querySelectorAll(SECTIONS)) {
    const replacement = next.getElementById(section.id)
    if (!replacement) throw new Error('the page has changed')
    section.replaceWith(document.adoptNode(replacement))
  }
}

/** Restores the keyboard focus and announces the new rows. */
function returnFocus(address: URL, { key, field }: Pick<Showing, 'key' | 'field'>): void {
  const section = sectionOf(address)
  if (!(section instanceof HTMLElement)) return
  const isPaging = key === 'next' || key === 'previous'
  const name = field === undefined ? undefined : `select[name="${CSS.escape(field)}"]`
  const link = key && !isPaging ? `[data-view-link="${CSS.escape(key)}"]` : name
  const same = link && section.querySelector<HTMLElement>(link)
  if (same) same.focus({ preventScroll: true })
  else {
    section.tabIndex = -1
    section.focus({ preventScroll: true })
  }
  if (isPaging) section.scrollIntoView()
  announce(section)
}

/** The region is created once: screen readers ignore a region that is inserted with its text. */
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
