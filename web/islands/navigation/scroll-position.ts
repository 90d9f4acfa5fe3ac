/** Browsers limit how often a history entry may change. */
const SAVE_AFTER_MS = 100

/** A covered spoiler is opened by its reader alone. */
const TOGGLES = '.content details:not(.spoiler, .view-tools)'

/** Whether scripts restore positions: since the router's start, or until the next document. */
let isScripted = false

/** Tracks scroll positions, which are stored in the history entries. */
export interface ScrollPosition {
  /** Before the page is replaced: stores the position if the history entry is still this page's. */
  leave: (hasEntryChanged: boolean) => void
  /** After the new page is in place. */
  arrive: () => void
  /** Scrolls to the position stored in the history entry; false if there is none. */
  restore: () => boolean
}

/**
 * Stores and restores scroll positions by script: the browser would scroll before the new page is
 * in place. When the document is left, the browser takes over again. `isEntryShown`: whether the
 * history entry is that of the page in the document. During a transition it may already be another.
 */
export function trackScroll(isEntryShown: () => boolean): ScrollPosition {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAway = false
  const stop = () => clearTimeout(timer)
  const save = () => {
    if (!isAway && isEntryShown()) storeScroll()
  }
  const onScroll = () => {
    stop()
    timer = setTimeout(save, SAVE_AFTER_MS)
  }
  isScripted = true
  history.scrollRestoration = 'manual'
  addEventListener('scroll', onScroll, { passive: true })
  // A link to another part of the page leaves the entry, which may not have been scrolled.
  addEventListener('click', save, { capture: true })
  addEventListener('popstate', stop)
  addEventListener('pagehide', () => {
    stop()
    save()
    history.scrollRestoration = 'auto'
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    isAway = false
    history.scrollRestoration = 'manual'
  })
  return {
    leave: (hasEntryChanged) => {
      stop()
      if (!hasEntryChanged) save()
      isAway = true
    },
    arrive: () => (isAway = false),
    restore: scrollToStored
  }
}

/** Reloads a history entry that an earlier router created, then restores its position. */
export function reloadEntry(): void {
  isScripted = true
  history.scrollRestoration = 'manual'
  location.reload()
}

/** Restores the position of a reloaded document that the router had stored. */
export function restoreScroll(): void {
  if (history.scrollRestoration !== 'manual') return
  scrollToStored()
  // Not before the load event, when the browser would scroll to its own position.
  if (document.readyState === 'complete') returnControl()
  else addEventListener('load', () => setTimeout(returnControl), { once: true })
}

function returnControl(): void {
  if (!isScripted) history.scrollRestoration = 'auto'
}

/** Stores the position in the history entry, and which toggles of the content are open. */
export function storeScroll(): void {
  const open = toggles().flatMap((toggle, index) => (toggle.open ? [index] : []))
  history.replaceState({ ...history.state, scroll: scrollY, open }, '')
}

/** Opens the toggles and scrolls to the position stored in the history entry; false if there is none. */
export function scrollToStored(): boolean {
  // Any script may have set the state.
  const state: unknown = history.state
  const isKnown = typeof state === 'object' && state !== null && 'scroll' in state
  if (!isKnown || typeof state.scroll !== 'number') return false
  const open = 'open' in state && Array.isArray(state.open) ? state.open : []
  for (const [index, toggle] of toggles().entries()) toggle.open ||= open.includes(index)
  scrollTo({ top: state.scroll, behavior: 'instant' })
  return true
}

function toggles(): HTMLDetailsElement[] {
  return [...document.querySelectorAll<HTMLDetailsElement>(TOGGLES)]
}
