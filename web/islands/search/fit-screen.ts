/**
 * Keeps a dialog within what is seen of the page: the keyboard of a phone covers a part of it, of
 * which the style sheet knows nothing.
 */
export function fitScreen(dialog: HTMLElement): void {
  const seen = window.visualViewport
  if (!seen) return
  const fit = () => {
    dialog.style.setProperty('--seen-height', `${seen.height}px`)
    dialog.style.setProperty('--seen-top', `${seen.offsetTop}px`)
  }
  seen.addEventListener('resize', fit)
  seen.addEventListener('scroll', fit)
  fit()
}

/** Keeps the room of the page's scrollbar, if it has one, while a dialog takes that away: nothing moves aside. */
export function keepScrollbarRoom(): void {
  const { documentElement: page } = document
  page.classList.toggle('has-scrollbar', innerWidth > page.clientWidth)
}
