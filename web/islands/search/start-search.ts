import { SearchOpener } from './search-opener.ts'

/**
 * Opens the dialog of the search: on Ctrl+K, on a slash, from the field of the header, and from the
 * button that stands at the thumb of a phone. What is in it (`search-dialog.ts`) is fetched when a
 * visitor turns to the search; until it has come, the field takes what is typed.
 */
export function startSearch(): void {
  const dialog = document.querySelector<HTMLDialogElement>('#search-dialog')
  const field = document.querySelector<HTMLInputElement>('#site-search')
  const form = field?.form
  if (!dialog || !field || !form) return
  const opener = new SearchOpener(dialog, field)
  const button = document.querySelector<HTMLElement>('.search-button')
  if (button) showAwayFromHeader(button)
  for (const place of [form, button]) {
    for (const type of ['pointerover', 'focusin', 'touchstart']) {
      place?.addEventListener(type, () => opener.load(), { passive: true })
    }
  }
  form.addEventListener('submit', (event) => {
    if (field.value.trim() !== '') return
    event.preventDefault()
    opener.openFromPage()
  })
  button?.addEventListener('click', (event) => {
    event.preventDefault()
    opener.openFromPage()
  })
  document.addEventListener('keydown', (event) => {
    if (!opensSearch(event)) return
    event.preventDefault()
    opener.openFromPage()
  })
}

/** The header has a field: the button is for who has left it behind. */
function showAwayFromHeader(button: HTMLElement): void {
  const header = document.querySelector('.site-header')
  const watch = new IntersectionObserver((changes) => {
    button.classList.toggle('is-needed', changes.at(-1)?.isIntersecting === false)
  })
  if (header) watch.observe(header)
}

function opensSearch({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): boolean {
  if (altKey) return false
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && !shiftKey
  return key === '/' && !isTyping(target)
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
  )
}
