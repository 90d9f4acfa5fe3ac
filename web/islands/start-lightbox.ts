import { isPlainClick } from './navigation/page-links.ts'
import { scriptMessage } from './script-message.ts'

/**
 * Opens pictures in a dialog, with the other pictures of the page before and after each. The browser
 * closes it on Escape and restores the focus.
 */
export function startLightbox(root: HTMLElement, end: AbortSignal): void {
  root.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || !isPlainClick(event)) return
    const link = event.target.closest<HTMLAnchorElement>(LINK)
    if (!link) return
    event.preventDefault()
    const links = [...root.querySelectorAll<HTMLAnchorElement>(LINK)].filter(isOpen)
    new Lightbox(links, end).show(links.indexOf(link))
  })
}

const LINK = 'a.full-view[href]'

/** Pictures in a covered spoiler are not among the others of the page. */
function isOpen(link: Element): boolean {
  return !link.closest('.spoiler:not([open]), [data-spoiler][hidden]')
}

const sides = { ArrowLeft: -1, ArrowRight: 1 }

/** The dialog with one of several pictures. */
class Lightbox {
  readonly #links: HTMLAnchorElement[]
  readonly #dialog = document.createElement('dialog')
  readonly #place = document.createElement('p')
  readonly #bar = document.createElement('div')
  #shown = 0

  constructor(links: HTMLAnchorElement[], end: AbortSignal) {
    this.#links = links
    const dialog = this.#dialog
    dialog.className = 'full-view-dialog'
    this.#place.setAttribute('role', 'status')
    const close = button('close', () => dialog.close())
    const others =
      links.length > 1
        ? [
            button('previous', () => this.#step(-1)),
            this.#place,
            button('next', () => this.#step(1))
          ]
        : []
    this.#bar.append(...others, close)
    dialog.append(this.#bar)
    dialog.addEventListener('click', ({ target }) => {
      if (!(target instanceof Node && this.#bar.contains(target))) dialog.close()
    })
    dialog.addEventListener('keydown', (event) => {
      if (!(event.key in sides) || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      this.#step(sides[event.key as keyof typeof sides])
    })
    dialog.addEventListener('close', () => dialog.remove())
    // Closes the dialog when the page is replaced, as by the back button.
    end.addEventListener('abort', () => dialog.close())
    document.body.append(dialog)
    dialog.showModal()
    close.focus()
  }

  /** After the last picture comes the first one. */
  #step(side: number): void {
    const { length } = this.#links
    if (length > 1) this.show((this.#shown + side + length) % length)
  }

  show(index: number): void {
    const link = this.#links[index]
    if (!link) return
    this.#shown = index
    const name = link.querySelector('img')?.alt ?? ''
    this.#dialog.setAttribute('aria-label', name || scriptMessage('fullPicture'))
    this.#place.textContent = scriptMessage('placeOf')
      .replace('{0}', String(index + 1))
      .replace('{1}', String(this.#links.length))
    this.#dialog.querySelector('img')?.remove()
    this.#dialog.append(pictureOf(link, name))
  }
}

function button(name: 'close' | 'previous' | 'next', action: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = name
  made.textContent = scriptMessage(name)
  made.addEventListener('click', action)
  return made
}

function pictureOf(link: HTMLAnchorElement, alt: string): HTMLImageElement {
  const picture = document.createElement('img')
  const shown = link.querySelector('img')
  picture.width = shown?.width ? Number(shown.getAttribute('width')) : 0
  picture.height = shown?.height ? Number(shown.getAttribute('height')) : 0
  picture.alt = alt
  picture.src = link.href
  return picture
}
