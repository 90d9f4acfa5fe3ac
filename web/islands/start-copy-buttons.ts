import { scriptMessage } from './script-message.ts'

const SHOWN_MS = 2000

/** Adds a copy button to code blocks. Browsers allow copying only over https and on localhost. */
export function startCopyButtons(root: HTMLElement): void {
  if (!window.isSecureContext) return
  for (const bar of root.querySelectorAll('.code-bar')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy-code'
    button.textContent = scriptMessage('copy')
    button.addEventListener('click', () => void copyCode(button))
    bar.append(button)
  }
}

async function copyCode(button: HTMLButtonElement): Promise<void> {
  const code = button.closest('.code')?.querySelector('pre')
  const isCopied = await navigator.clipboard.writeText(code?.textContent ?? '').then(
    () => true,
    () => false
  )
  // If the browser refuses, the code is selected for copying by hand.
  if (!isCopied && code) getSelection()?.selectAllChildren(code)
  button.textContent = scriptMessage(isCopied ? 'copied' : 'selected')
  setTimeout(() => (button.textContent = scriptMessage('copy')), SHOWN_MS)
}
