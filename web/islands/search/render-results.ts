import { basePath } from '../base-path.ts'
import type { FoundPage, FoundSection, MarkedText } from './fetch-results.ts'

/** A page suggested before anything is typed. */
export interface NamedPath {
  path: string
  title: string
}

/** Path of the results page. */
export const RESULTS = `${basePath}/search`

/** The address of the results page for a query. */
export function resultsAddress(query: string): string {
  return `${RESULTS}?${new URLSearchParams({ q: query })}`
}

let count = 0

/** Replaces the list with the results: a group for each page, with its sections. */
export function renderResults(list: HTMLElement, pages: FoundPage[]): void {
  list.replaceChildren(...pages.map(pageGroup))
}

/** Renders pages as a group with a heading; an empty array if there are none. */
export function renderPaths(heading: string, pages: NamedPath[]): HTMLElement[] {
  if (pages.length === 0) return []
  const group = groupOf(heading)
  group.append(
    ...pages.map(({ path, title }) => option(path, [element('span', 'search-title', title)]))
  )
  return [group]
}

/** Adds a link to the results page to the end of the list. */
export function renderAll(
  list: HTMLElement,
  { query, label }: { query: string; label: string }
): void {
  const row = option(resultsAddress(query), [element('span', 'search-title', label)])
  row.classList.add('is-all')
  list.append(row)
}

function pageGroup(page: FoundPage): HTMLElement {
  const group = emptyGroup(page.title)
  group.dataset['page'] = ''
  const head = [
    iconOf(page),
    marked('search-title', { text: page.title, ranges: page.titleRanges }),
    element('span', 'search-place', page.above.join(' / ')),
    ...(page.section === '' ? [marked('search-snippet', page.snippet)] : [])
  ]
  group.append(option(page.path, head))
  const sections = [page, ...page.otherSections].filter(({ section }) => section !== '')
  group.append(...sections.map((section) => sectionOption(page, section)))
  return group
}

function sectionOption(page: FoundPage, { section, anchor, snippet }: FoundSection): HTMLElement {
  const address = anchor === null ? page.path : `${page.path}#${encodeURIComponent(anchor)}`
  const parts = [element('span', 'search-section', section), marked('search-snippet', snippet)]
  const row = option(address, parts)
  row.classList.add('is-section')
  return row
}

function emptyGroup(name: string): HTMLElement {
  const group = document.createElement('div')
  group.className = 'search-group'
  group.setAttribute('role', 'group')
  group.setAttribute('aria-label', name)
  return group
}

function groupOf(heading: string): HTMLElement {
  const group = emptyGroup(heading)
  const label = element('p', 'search-heading', heading)
  label.setAttribute('aria-hidden', 'true')
  group.append(label)
  return group
}

function option(href: string, parts: HTMLElement[]): HTMLElement {
  const link = document.createElement('a')
  link.href = href
  link.id = `search-option-${count++}`
  link.className = 'search-option'
  link.setAttribute('role', 'option')
  link.setAttribute('aria-selected', 'false')
  link.tabIndex = -1
  link.append(...parts.filter((part) => part.hasChildNodes()))
  return link
}

function element(tag: string, className: string, text: string): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text
  return made
}

/** An emoji or a picture; hidden from screen readers, since the title is beside it. */
function iconOf({ icon }: FoundPage): HTMLElement {
  const isPicture = icon?.startsWith('/') === true
  const container = element('span', 'search-icon', isPicture ? '' : (icon ?? ''))
  container.setAttribute('aria-hidden', 'true')
  if (isPicture) {
    const picture = new Image(24, 24)
    picture.alt = ''
    picture.src = icon
    container.append(picture)
  }
  return container
}

function marked(className: string, { text, ranges }: MarkedText): HTMLElement {
  const whole = element('span', className, '')
  let at = 0
  for (const [from, to] of ranges) {
    whole.append(text.slice(at, from), element('mark', '', text.slice(from, to)))
    at = to
  }
  whole.append(text.slice(at))
  return whole
}
