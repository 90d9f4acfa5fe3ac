/** Opens the toggles around what the address names, and a toggle heading that it names itself. */
export function openTargets(root: HTMLElement, end: AbortSignal): void {
  openTarget()
  addEventListener('hashchange', openTarget, { signal: end })
  root.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null
    // The same address once more changes nothing, and yet the toggle may have been closed since.
    if (link && link.href === location.href && link.hash !== '') openTarget()
  })
}

function openTarget(): void {
  const target = targetOf(location.hash)
  if (!target) return
  // The link beside a heading has its second name.
  const section = target.matches('.anchor') ? target.parentElement : target
  const own = section?.querySelector<HTMLDetailsElement>(':scope > details.toggle') ?? null
  // One that is found by another name than its id has not been scrolled to.
  let isMoved = openToggle(own) || target.id !== nameIn(location.hash)
  for (let at: Element | null = target; at; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) isMoved = openToggle(at) || isMoved
  }
  if (isMoved) target.scrollIntoView()
}

function openToggle(toggle: HTMLDetailsElement | null): boolean {
  if (!toggle || toggle.open) return false
  toggle.open = true
  return true
}

/** What a fragment names; a section whose name has changed is found by the end of its block's id. */
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
    // Not every fragment that a link carries is well-formed; such a one names nothing here.
    if (error instanceof URIError) return ''
    throw error
  }
}
