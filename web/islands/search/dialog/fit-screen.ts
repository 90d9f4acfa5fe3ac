/** Keeps a dialog within the visual viewport: CSS cannot detect a phone's keyboard. */
export function fitScreen(dialog: HTMLElement): void {
  const viewport = window.visualViewport
  if (!viewport) return
  const fit = () => {
    dialog.style.setProperty('--seen-height', `${viewport.height}px`)
    dialog.style.setProperty('--seen-top', `${viewport.offsetTop}px`)
  }
  viewport.addEventListener('resize', fit)
  viewport.addEventListener('scroll', fit)
  fit()
}

/** Reserves the space of a scrollbar that a dialog hides, so that the layout does not shift. */
export function keepScrollbarRoom(): void {
  const { documentElement: page } = document
  page.classList.toggle('has-scrollbar', innerWidth > page.clientWidth)
}
