import { scriptMessage } from './script-message.ts'

/** What a frame may do: run its own scripts, open links, fill the screen. It cannot lead the page elsewhere. */
const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-presentation'

/** Lets visitors load what another site shows, or a document, into the page: nothing of it before they ask. */
export function startEmbeds(root: HTMLElement): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('button.load')) {
    button.hidden = false
    button.addEventListener('click', () => load(button))
  }
}

function load(button: HTMLButtonElement): void {
  const { frame, document: file, title = '' } = button.dataset
  if (frame) {
    const element = frameOf(frame, title)
    const box = button.closest('.embed-box')
    box?.classList.add('loaded')
    box?.replaceChildren(element)
    element.focus()
  } else if (file) {
    button.replaceWith(documentOf(file))
  }
}

function frameOf(src: string, title: string): HTMLIFrameElement {
  const element = document.createElement('iframe')
  element.setAttribute('sandbox', SANDBOX)
  element.referrerPolicy = 'strict-origin-when-cross-origin'
  element.allow = 'fullscreen; picture-in-picture; encrypted-media'
  element.loading = 'lazy'
  element.title = title
  element.src = src
  return element
}

function documentOf(file: string): HTMLObjectElement {
  const element = document.createElement('object')
  element.type = 'application/pdf'
  element.data = file
  element.tabIndex = 0
  element.append(scriptMessage('cannotShow'))
  return element
}
