const SECTIONS = 'section.collection[id]'
const SCROLLED = '.table-box'

/** Whether the page has collections, so that a change of its query string is shown in place. */
export function hasViews(): boolean {
  return document.querySelector(SECTIONS) !== null
}

/** The section that an address names by its fragment. */
export function sectionOf(address: URL): Element | null {
  return document.getElementById(address.hash.slice(1))
}

/** The section of a collection that contains an element. */
export function sectionAround(element: Element | null): Element | null {
  return element?.closest(SECTIONS) ?? null
}

/** Removes the sign that rows are fetched (`aria-busy`) from all sections. */
export function markIdle(): void {
  for (const busy of document.querySelectorAll(SECTIONS)) busy.removeAttribute('aria-busy')
}

/**
 * Replaces all sections by those of a fetched page, since links of each collection contain the queries of
 * the others. Throws if the page has other collections.
 */
export function replaceSections(next: Document): void {
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
