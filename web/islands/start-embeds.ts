import { scriptMessage } from './script-message.ts'

/**
 * Permissions of a frame: scripts, forms, popups without these limits, presentation. It cannot navigate the
 * page.
 */
const SANDBOX = [
  'allow-scripts',
  'allow-same-origin',
  'allow-forms',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-presentation'
].join(' ')

/** Loads an embed or a PDF when its button is clicked; nothing is requested before. */
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
    const element = documentOf(file)
    button.replaceWith(element)
    element.focus()
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
