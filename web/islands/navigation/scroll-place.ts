/** Not more often: browsers limit how often an entry of the history may change. */
const SAVE_AFTER_MS = 100

/** Whether the place is kept by script: since the router has started, or until the next document. */
let isKept = false

/** Where a page was scrolled to, kept in its entry of the history. */
export interface ScrollPlace {
  /** Before the page goes: keeps the place, if the entry is still that of this page. */
  leave: (isEntryGone: boolean) => void
  /** After a page has come. */
  arrive: () => void
  /** Scrolls to where the page of this entry was left; false when that is not known. */
  restore: () => boolean
}

/**
 * Keeps and restores the place by script: the browser would scroll to it before the page that it
 * belongs to has come. On leaving the document the browser takes over again.
 */
export function trackScroll(): ScrollPlace {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAway = false
  const stop = () => clearTimeout(timer)
  const onScroll = () => {
    stop()
    if (!isAway) timer = setTimeout(save, SAVE_AFTER_MS)
  }
  isKept = true
  history.scrollRestoration = 'manual'
  addEventListener('scroll', onScroll, { passive: true })
  addEventListener('popstate', stop)
  addEventListener('pagehide', () => {
    stop()
    if (!isAway) save()
    history.scrollRestoration = 'auto'
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    isAway = false
    history.scrollRestoration = 'manual'
  })
  return {
    leave: (isEntryGone) => {
      stop()
      if (!isEntryGone && !isAway) save()
      isAway = true
    },
    arrive: () => (isAway = false),
    restore: scrollToPlace
  }
}

/** Loads the page of this entry of the history, which the router had left, and then goes to its place. */
export function reloadEntry(): void {
  isKept = true
  history.scrollRestoration = 'manual'
  location.reload()
}

/** Scrolls a document that was loaded anew to where the router had left its entry. */
export function restoreScroll(): void {
  if (history.scrollRestoration !== 'manual') return
  scrollToPlace()
  // Not before all has come: the browser would scroll to a place of its own then.
  if (document.readyState === 'complete') giveBack()
  else addEventListener('load', () => setTimeout(giveBack), { once: true })
}

function giveBack(): void {
  if (!isKept) history.scrollRestoration = 'auto'
}

function save(): void {
  history.replaceState({ ...history.state, scroll: scrollY }, '')
}

function scrollToPlace(): boolean {
  // Whatever a script has put there.
  const state: unknown = history.state
  const isKnown = typeof state === 'object' && state !== null && 'scroll' in state
  if (!isKnown || typeof state.scroll !== 'number') return false
  scrollTo({ top: state.scroll, behavior: 'instant' })
  return true
}
