import { areSingleKeysOn, isTyping } from '../navigation/start-shortcuts.ts'
import { SearchOpener } from './search-opener.ts'

/**
 * Opens the search dialog on Ctrl+K, on a slash, from the header's field and from a narrow
 * header's button. The dialog's script (`search-dialog.ts`) is loaded on hover, focus or touch of the
 * search; until then, typed text goes into the field.
 */
export function startSearch(): void {
  const dialog = document.querySelector<HTMLDialogElement>('#search-dialog')
  const field = document.querySelector<HTMLInputElement>('#site-search')
  const form = field?.form
  if (!dialog || !field || !form) return
  const opener = new SearchOpener(dialog, field)
  const button = document.querySelector<HTMLElement>('.search-button')
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

function opensSearch(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  if (altKey) return false
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && !shiftKey
  return key === '/' && !isTyping(event) && areSingleKeysOn()
}
