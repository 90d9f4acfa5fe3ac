/** Opens the toggles around what the address names, and a toggle heading that it names itself. */
export function openTargets(): void {
  openTarget()
  addEventListener('hashchange', openTarget)
  document.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null
    // The same address once more changes nothing, and yet the toggle may have been closed since.
    if (link && link.href === location.href && link.hash !== '') openTarget()
  })
}

function openTarget(): void {
  const target = targetOf(location.hash)
  if (!target) return
  const own = target.querySelector<HTMLDetailsElement>(':scope > details.toggle')
  let isMoved = openToggle(own)
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

function targetOf(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch (error) {
    // Not every fragment that a link carries is well-formed; such a one names nothing here.
    if (error instanceof URIError) return null
    throw error
  }
}
