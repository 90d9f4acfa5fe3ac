import { basePath } from './base-path.ts'
import { store, stored } from './navigation/browser-store.ts'

/** Sites below other paths of the host have their own. */
const KEY = `read-to-chapter${basePath}`

/**
 * Opens the spoilers of the chapters that a reader has read. The chapter is chosen in the footer, or at
 * the head of a page with spoilers, and kept in this browser.
 */
export function startSpoilers(_root: HTMLElement, end: AbortSignal): void {
  const choices = [...document.querySelectorAll<HTMLSelectElement>('.spoiler-choice select')]
  const [first] = choices
  if (!first) return
  const chapters = [...first.options].map(({ value }) => value)
  const seen = new WeakSet<Element>()
  choose(stored(KEY) ?? '')
  for (const choice of choices) {
    choice.closest('.spoiler-choice')?.removeAttribute('style')
    choice.addEventListener(
      'change',
      () => {
        store(KEY, choice.value)
        choose(choice.value)
      },
      { signal: end }
    )
  }
  // Names that a script has added to the page; what was there stays as the reader has opened it.
  for (const type of ['view-shown', 'branch-shown', 'card-shown']) {
    document.addEventListener(type, () => choose(first.value, seen), { signal: end })
  }
  // The chapter was chosen in another tab.
  addEventListener('storage', ({ key, newValue }) => key === KEY && choose(newValue ?? ''), {
    signal: end
  })
  // Or on another page, while the browser kept this one for the way back. With the same chapter, what the
  // reader has opened stays open.
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    const read = stored(KEY) ?? first.value
    if (persisted && read !== first.value) choose(read)
  }
  addEventListener('pageshow', onPageShow, { signal: end })

  function choose(read: string, except?: WeakSet<Element>): void {
    const last = Math.max(0, chapters.indexOf(read))
    for (const choice of choices) choice.selectedIndex = last
    for (const element of document.querySelectorAll<HTMLElement>('[data-spoiler]')) {
      if (except?.has(element)) continue
      seen.add(element)
      const place = chapters.indexOf(element.dataset['spoiler'] || 'none')
      show(element, place > 0 && place <= last)
    }
  }
}

function show(element: HTMLElement, isRead: boolean): void {
  if (element instanceof HTMLDetailsElement) {
    element.open = isRead
    return
  }
  element.hidden = !isRead
  const label = element.previousElementSibling
  if (label instanceof HTMLElement && 'spoilerLabel' in label.dataset) label.hidden = isRead
}
