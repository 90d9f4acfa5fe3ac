/** Closes the phone menu on Escape and on a click or focus outside of it. */
export function startMenu(): void {
  document.addEventListener('keydown', ({ key }) => {
    const menu = openMenu()
    if (key !== 'Escape' || !menu) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
  document.addEventListener('click', ({ target }) => closeOutside(target))
  document.addEventListener('focusin', ({ target }) => closeOutside(target))
}

function openMenu(): HTMLDetailsElement | null {
  return document.querySelector('.site-menu[open]')
}

function closeOutside(target: EventTarget | null): void {
  const menu = openMenu()
  if (menu && target instanceof Node && !menu.contains(target)) menu.open = false
}
