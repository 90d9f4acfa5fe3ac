import { isReservedPath } from '../../../site/addresses/reserved-paths.ts'
import { withoutSlashes } from '../../../site/addresses/site-address.ts'
import { basePath } from '../base-path.ts'
import { pageLinkOf } from '../navigation/page-links.ts'

const intents = ['pointerover', 'pointerdown', 'focusin'] as const
/** With these, a pointer or the focus is no longer on a link, or follows it. */
const ends = ['pointerout', 'pointerup', 'pointercancel', 'focusout', 'click']

/**
 * Shows a card about the page behind a link in the content: to a mouse or the keyboard's focus that
 * stays on it, and after a long press. What this needs is loaded with the first such link; nothing
 * for visitors who want to save data.
 */
export function startLinkCards(): void {
  if (savesData() || !('popover' in HTMLElement.prototype)) return
  const onIntent = (event: Event) => {
    const link = cardLinkOf(event)
    if (isTouchOver(event) || !link) return
    listen('removeEventListener')
    const end = new AbortController()
    const { signal } = end
    const onEnd = ({ relatedTarget }: Event & { relatedTarget?: EventTarget | null }) => {
      if (!(relatedTarget instanceof Node && link.contains(relatedTarget))) end.abort()
    }
    for (const type of ends) document.addEventListener(type, onEnd, { capture: true, signal })
    void import('./link-cards.ts')
      .then(
        ({ openLinkCards }) => openLinkCards(signal.aborted ? undefined : event),
        // The next link tries again.
        () => listen('addEventListener')
      )
      .finally(() => end.abort())
  }
  const listen = (change: 'addEventListener' | 'removeEventListener') => {
    for (const type of intents) document[change](type, onIntent, { passive: true })
  }
  listen('addEventListener')
}

/** A finger means a link only after a long press, which begins with `pointerdown`. */
export function isTouchOver(event: Event): boolean {
  return event.type === 'pointerover' && (event as PointerEvent).pointerType === 'touch'
}

/** The link with a card that contains the event's target: to another page, in the content. */
export function cardLinkOf(event: Event): HTMLAnchorElement | undefined {
  const link = pageLinkOf(event)
  if (!link?.closest('#content') || link.closest('nav')) return undefined
  return isReservedPath(pagePathOf(link)) || link.pathname === location.pathname ? undefined : link
}

/** The path, encoded, of the page that a link leads to. */
export function pagePathOf({ pathname }: HTMLAnchorElement): string {
  return withoutSlashes(pathname.slice(basePath.length))
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches
}
