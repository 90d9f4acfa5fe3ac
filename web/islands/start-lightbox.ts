import { scriptMessage } from './script-message.ts'

/** Opens pictures in a dialog. The browser closes it on Escape and restores the focus. */
export function startLightbox(root: HTMLElement, end: AbortSignal): void {
  root.addEventListener('click', (event) => {
    if (!(event.target instanceof Element) || isForBrowser(event)) return
    const link = event.target.closest<HTMLAnchorElement>('a.full-view[href]')
    if (!link) return
    event.preventDefault()
    open(link, end)
  })
}

/** Clicks with a modifier key or another button are left to the browser. */
function isForBrowser(event: MouseEvent): boolean {
  const hasKey = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
  return event.defaultPrevented || event.button !== 0 || hasKey
}

function open(link: HTMLAnchorElement, end: AbortSignal): void {
  const dialog = document.createElement('dialog')
  dialog.className = 'full-view-dialog'
  const name = link.querySelector('img')?.alt ?? ''
  dialog.setAttribute('aria-label', name || scriptMessage('fullPicture'))
  const close = document.createElement('button')
  close.type = 'button'
  close.textContent = scriptMessage('close')
  dialog.append(close, pictureOf(link, name))
  dialog.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => dialog.remove())
  // Closes the dialog when the page is replaced, as by the back button.
  end.addEventListener('abort', () => dialog.close())
  document.body.append(dialog)
  dialog.showModal()
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
