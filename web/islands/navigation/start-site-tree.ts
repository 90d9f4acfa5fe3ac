import { fragmentPath } from '../../../site/addresses/fragment-path.ts'
import { withoutSlashes } from '../../../site/addresses/site-address.ts'
import { basePath } from '../base-path.ts'
import { scriptMessage } from '../script-message.ts'
import { FRESH_MS, fetchCurrent } from './fetch-current.ts'
import { isPlainClick } from './page-links.ts'
import { shownText } from './shown-text.ts'

/** Paths of the pages whose branches were opened; the panel is replaced with each page. */
const opened = new Set<string>()
/** Branches as HTML, by the path of their page. */
const fetched = new Map<string, Promise<string>>()
/** The scroll position of the panel on the last page. */
let top = 0
/** Where the panel is beside the page. */
const wide = matchMedia('(min-width: 68.75rem)')

/** Opens and closes branches of the site's tree; those that are not in the page are fetched. */
export function startSiteTree(_content: HTMLElement, end: AbortSignal): void {
  const panel = document.querySelector<HTMLElement>('#site-panel')
  const tree = panel?.querySelector<HTMLElement>('.site-tree')
  if (!panel || !tree) return
  addSwitches(tree)
  tree.addEventListener('click', onClick)
  panel.addEventListener('scroll', () => (top = panel.scrollTop), { passive: true, signal: end })
  // Before the next paint, which lays the page out anyway; here it would take a layout of its own.
  requestAnimationFrame(() => {
    if (end.aborted || !wide.matches) return
    panel.scrollTop = top
    showCurrent(panel)
  })
}

function addSwitches(list: Element): void {
  for (const item of list.querySelectorAll('li')) {
    const isOpen = item.querySelector('ul') !== null
    if (!isOpen && item.dataset['branch'] === undefined) continue
    const link = item.querySelector('a')
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'tree-switch'
    button.ariaExpanded = String(isOpen)
    button.ariaLabel = `${scriptMessage('branch')} ${link ? shownText(link) : ''}`
    item.prepend(button)
    if (!isOpen && link && opened.has(link.pathname)) void openBranch(button)
  }
}

function onClick(event: MouseEvent): void {
  const { target } = event
  if (!(target instanceof Element)) return
  const button = target.closest<HTMLButtonElement>('.tree-switch')
  if (button)
    return void (button.ariaExpanded === 'true' ? closeBranch(button) : openBranch(button))
  const more = target.closest<HTMLAnchorElement>('a[data-more]')
  if (!more || !isPlainClick(event)) return
  event.preventDefault()
  void showMore(more)
}

function closeBranch(button: HTMLButtonElement): void {
  button.ariaExpanded = 'false'
  const list = button.parentElement?.querySelector('ul')
  if (list) list.hidden = true
  const link = button.parentElement?.querySelector('a')
  if (!link) return
  opened.delete(link.pathname)
  fetched.delete(link.pathname)
}

async function openBranch(button: HTMLButtonElement): Promise<void> {
  const item = button.parentElement
  const link = item?.querySelector('a')
  if (!item || !link) return
  const known = item.querySelector('ul')
  const list = known ?? (await fetchBranch(link.pathname))
  // Without an answer, the link still leads to the page.
  if (!list) return
  opened.add(link.pathname)
  list.hidden = false
  button.ariaExpanded = 'true'
  if (known || item.querySelector('ul')) return
  addSwitches(list)
  item.append(list)
  document.dispatchEvent(new Event('branch-shown'))
}

/** Replaces a part of a branch by the whole, in which open branches stay open. */
async function showMore(more: HTMLAnchorElement): Promise<void> {
  const part = more.closest('ul')
  const whole = await fetchBranch(more.pathname)
  if (!part || !whole) return location.assign(more.href)
  opened.add(more.pathname)
  const known = new Map([...part.children].map((item) => [hrefOf(item), item]))
  const firstAdded = [...whole.children].find((item) => !known.has(hrefOf(item)))
  addSwitches(whole)
  part.replaceChildren(...[...whole.children].map((item) => known.get(hrefOf(item)) ?? item))
  document.dispatchEvent(new Event('branch-shown'))
  firstAdded?.querySelector('a')?.focus()
}

function hrefOf(item: Element): string | null | undefined {
  return item.querySelector('a')?.getAttribute('href')
}

async function fetchBranch(path: string): Promise<HTMLUListElement | null> {
  const html = fetched.get(path) ?? request(path)
  fetched.set(path, html)
  try {
    const template = document.createElement('template')
    template.innerHTML = await html
    return template.content.querySelector('ul')
  } catch {
    fetched.delete(path)
    return null
  }
}

async function request(path: string): Promise<string> {
  setTimeout(() => fetched.delete(path), FRESH_MS)
  // In a folder of static files, addresses of pages end in a slash.
  const page = withoutSlashes(path.slice(basePath.length))
  const response = await fetchCurrent(basePath + fragmentPath('tree', page))
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response.text()
}

/** Scrolls only the panel, not the page. */
function showCurrent(panel: HTMLElement): void {
  const current = panel.querySelector('.site-tree [aria-current]')?.getBoundingClientRect()
  if (!current || current.height === 0) return
  const { top: start, bottom, height } = panel.getBoundingClientRect()
  if (current.top < start || current.bottom > bottom)
    panel.scrollTop += current.top - start - height / 3
}
