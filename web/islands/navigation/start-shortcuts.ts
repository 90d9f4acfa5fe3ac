import { store, stored } from './browser-store.ts'

const KEY = 'single-key-shortcuts'
/** Where the browser stores nothing, the choice lasts as long as the page. */
let isOff = false

/** Whether shortcuts of a single key work: `/` and `?`. A reader can switch them off. */
export function areSingleKeysOn(): boolean {
  return !isOff && stored(KEY) !== 'off'
}

/** Whether a key press is text for the element that has the focus. That of the SQL editor is in a shadow tree. */
export function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath()
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox], [type=range]), textarea, select, [contenteditable]')
  )
}

/** Shows the list of shortcuts on a question mark, and keeps whether single keys work. */
export function startShortcuts(): void {
  const list = document.querySelector<HTMLElement>('#shortcuts')
  const choice = list?.querySelector<HTMLInputElement>('input')
  if (!list || !choice) return
  choice.checked = areSingleKeysOn()
  choice.closest('label')?.removeAttribute('hidden')
  choice.addEventListener('change', () => keep(choice.checked))
  document.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey } = event
    if (key !== '?' || ctrlKey || metaKey || altKey || isTyping(event)) return
    if (areSingleKeysOn() && document.querySelector('dialog[open]') === null) list.togglePopover()
  })
}

function keep(isOn: boolean): void {
  isOff = !isOn
  store(KEY, isOn ? 'on' : 'off')
}
