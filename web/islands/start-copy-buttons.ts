import { scriptMessage } from './script-message.ts'

const SHOWN_MS = 2000

/**
 * Adds a copy button to code blocks and to commands in a text. Browsers allow copying only over https
 * and on localhost.
 */
export function startCopyButtons(root: HTMLElement, end: AbortSignal): void {
  if (!window.isSecureContext) return
  for (const bar of root.querySelectorAll('.code-bar')) addToBlock(bar)
  const addToCommands = () => root.querySelectorAll(COMMAND).forEach(addToCommand)
  addToCommands()
  document.addEventListener('view-shown', addToCommands, { signal: end })
}

const COMMAND = 'code.command:not(:has(button))'

function addToBlock(bar: Element): void {
  const button = copyButton('copy-code', () => bar.closest('.code')?.querySelector('pre'))
  button.textContent = scriptMessage('copy')
  button.addEventListener('copied', ({ detail }: CustomEventInit<string>) => {
    button.textContent = detail ?? scriptMessage('copy')
  })
  bar.append(button)
}

/**
 * Adds the button to a command. Its space is reserved, so that no text moves. It has no text, which a reader
 * would copy too.
 */
function addToCommand(command: Element): void {
  // No button inside of another control, or in the name of a heading.
  if (command.closest('a, button, summary, label, h1, h2, h3, h4, h5, h6')) return
  const button = copyButton('copy-command', () => command)
  const label = `${scriptMessage('copy')} ${command.textContent}`
  button.ariaLabel = label
  button.addEventListener('copied', ({ detail }: CustomEventInit<string>) => {
    button.ariaLabel = detail ?? label
    button.classList.toggle('copied', detail !== undefined)
  })
  command.querySelector('.end')?.append(button)
}

/** A button that copies the text of an element. Its event `copied` has the message to show, then none. */
function copyButton(
  className: string,
  sourceOf: () => Element | null | undefined
): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = className
  button.addEventListener('click', () => void copy(button, sourceOf()))
  return button
}

async function copy(button: HTMLElement, source: Element | null | undefined): Promise<void> {
  const isCopied = await navigator.clipboard.writeText(source?.textContent ?? '').then(
    () => true,
    () => false
  )
  // If the browser refuses, the code is selected for copying by hand.
  if (!isCopied && source) getSelection()?.selectAllChildren(source)
  show(button, scriptMessage(isCopied ? 'copied' : 'selected'))
  setTimeout(() => show(button), SHOWN_MS)
}

function show(button: HTMLElement, detail?: string): void {
  button.dispatchEvent(new CustomEvent('copied', { detail }))
}
