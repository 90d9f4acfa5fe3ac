import { scriptMessage } from '../script-message.ts'
import { fetchCurrent } from './fetch-current.ts'

/**
 * Starts the buttons of the page's menu that the browser supports; a click elsewhere closes the menu.
 * Browsers that cannot share a link copy it.
 */
export function startPageMenu(root: HTMLElement, end: AbortSignal): void {
  const menu = root.querySelector<HTMLDetailsElement>('.page-menu')
  const link = menu?.querySelector('a')
  if (!menu || !link) return
  // Browsers allow copying only over https and on localhost.
  if (window.isSecureContext) {
    start(menu, 'copy-page', async (button) => {
      try {
        await copyFrom(link.href)
        button.textContent = scriptMessage('copied')
      } catch {
        // If the browser refuses, the Markdown is shown for copying by hand.
        link.click()
      }
    })
  }
  if ('share' in navigator) {
    start(menu, 'share-page', async () => {
      await navigator.share({ title: document.title, url: canonicalAddress() })
      menu.open = false
    })
  } else if (window.isSecureContext) {
    start(menu, 'share-page', async (button) => {
      await navigator.clipboard.writeText(canonicalAddress())
      button.textContent = scriptMessage('copied')
    })
  }
  const close = ({ target }: Event) => {
    if (!(target instanceof Node && menu.contains(target))) menu.open = false
  }
  document.addEventListener('click', close, { signal: end })
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
}

/** The address under which the page is known. */
function canonicalAddress(): string {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]')
  return canonical?.href ?? location.href
}

function start(
  menu: HTMLElement,
  name: string,
  action: (button: HTMLButtonElement) => Promise<void>
): void {
  const button = menu.querySelector<HTMLButtonElement>(`.${name}`)
  button?.closest('li')?.removeAttribute('hidden')
  button?.addEventListener('click', () => {
    // A visitor who closes the browser's dialog changes nothing.
    action(button).catch(() => undefined)
  })
}

/** Some browsers allow copying only while they handle the click, so the text is promised. */
async function copyFrom(address: string): Promise<void> {
  const text = fetchCurrent(address).then(async (reply) => {
    if (!reply.ok) throw new Error(`${address} answers ${reply.status}`)
    return new Blob([await reply.text()], { type: 'text/plain' })
  })
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })])
}
