/** Opens the toggles and tabs around the URL fragment's target, and a toggle heading that it names. */
export function openTargets(root: HTMLElement, end: AbortSignal): void {
  openTarget()
  addEventListener('hashchange', openTarget, { signal: end })
  root.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null
    // A click on the current address triggers no event, but the toggle may have been closed since.
    if (link && link.href === location.href && link.hash !== '') openTarget()
  })
}

function openTarget(): void {
  const target = targetOf(location.hash)
  if (!target) return
  // The link beside a heading has the heading's second id.
  const section = target.matches('.anchor') ? target.parentElement : target
  const own = section?.querySelector<HTMLDetailsElement>(':scope > details.toggle') ?? null
  // The browser has not scrolled to a target that was found by another id.
  let needsScroll = openToggle(own) || target.id !== nameIn(location.hash)
  for (let at: Element | null = target; at; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) needsScroll = openToggle(at) || needsScroll
    if (at.matches('.tab-panel[hidden]')) {
      // As the browser reports a panel that find in page has found; see `start-tabs.ts`.
      at.dispatchEvent(new Event('beforematch'))
      needsScroll = true
    }
  }
  if (needsScroll) target.scrollIntoView()
}

function openToggle(toggle: HTMLDetailsElement | null): boolean {
  if (!toggle || toggle.open) return false
  toggle.open = true
  return true
}

/** The element of a fragment; a renamed heading is found by the end of its block id. */
function targetOf(hash: string): HTMLElement | null {
  const name = nameIn(hash)
  const [, blockEnd] = /-([0-9a-f]{8})$/.exec(name) ?? []
  return (
    document.getElementById(name) ??
    (blockEnd ? document.querySelector<HTMLElement>(`.content [id$="${blockEnd}"]`) : null)
  )
}

function nameIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch (error) {
    // A malformed fragment has no target.
    if (error instanceof URIError) return ''
    throw error
  }
}
