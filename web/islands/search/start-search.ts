import type { SearchDialog } from './search-dialog.ts'

/**
 * Opens the dialog of the search: on Ctrl+K, on a slash, and from the field of the header. What is
 * in it (`search-dialog.ts`) is fetched when a visitor turns to the search; until it has come, and
 * when it does not come, the field takes what is typed and leads to the page of results.
 */
export function startSearch(): void {
  const dialog = document.querySelector<HTMLDialogElement>('#search-dialog')
  const field = document.querySelector<HTMLInputElement>('#site-search')
  const form = field?.form
  if (!dialog || !field || !form) return
  let loading: Promise<SearchDialog> | undefined
  const load = async () => new (await import('./search-dialog.ts')).SearchDialog(dialog)
  const loadOnce = async () => (loading ??= load())
  const forget = () => (loading = undefined)
  let isComposing = false
  /** Where the visitor was who opened the dialog by a key. */
  let before: Element | null = null
  const show = (search: SearchDialog): void => {
    // Letters that are still being put together would be lost with the focus.
    if (isComposing) return
    const query = field.value
    field.value = ''
    // The dialog gives the focus back to where it was; the field may stand far above of that.
    if (before) giveBack(before)
    before = null
    search.open(query)
  }
  const open = () => void loadOnce().then(show).catch(forget)

  for (const type of ['pointerover', 'focusin', 'touchstart']) {
    form.addEventListener(type, () => void loadOnce().catch(forget), { passive: true })
  }
  field.addEventListener('click', open)
  field.addEventListener('compositionstart', () => (isComposing = true))
  field.addEventListener('compositionend', () => {
    isComposing = false
    open()
  })
  field.addEventListener('input', () => {
    if (!isComposing && field.value !== '') open()
  })
  form.addEventListener('submit', (event) => {
    if (field.value.trim() !== '') return
    event.preventDefault()
    open()
  })
  document.addEventListener('keydown', (event) => {
    if (!opensSearch(event)) return
    event.preventDefault()
    if (!dialog.open) {
      before = document.activeElement
      field.focus({ preventScroll: true })
    }
    open()
  })
}

function opensSearch(event: KeyboardEvent): boolean {
  const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
  return isShortcut || (event.key === '/' && isPlain && !isTyping(event.target))
}

function giveBack(element: Element): void {
  const isPlace = element instanceof HTMLElement && element !== document.body
  if (isPlace && element.isConnected) element.focus({ preventScroll: true })
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
  )
}
