import { sectionAround, sectionOf } from './view-sections.ts'

const SEARCH = '[data-view-form] input[type="search"]'

/** The link or field by which a visitor has changed a view, to find it again in the new section. */
export interface UsedControl {
  /** `data-view-link` of the followed link. */
  key?: string | undefined
  /** The name of the changed field. */
  field?: string | undefined
}

/** What a visitor types into a search field while the rows for a chosen filter arrive. */
export function wordBeingTyped(): { restore: () => void } | undefined {
  const { activeElement: field } = document
  const section = sectionAround(field)
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

/** Restores the keyboard focus and announces the new rows. */
export function returnFocus(address: URL, { key, field }: UsedControl): void {
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
export function statusRegion(): HTMLElement {
  const id = 'view-status'
  const known = document.getElementById(id)
  if (known) return known
  const region = document.createElement('p')
  region.id = id
  region.className = 'visually-hidden'
  region.setAttribute('role', 'status')
  return document.body.appendChild(region)
}
