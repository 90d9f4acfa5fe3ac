import './styles/base.css'
import './styles/site.css'
import './styles/page.css'
import './styles/blocks.css'
import './styles/page-around.css'
import './styles/text.css'
import './styles/code.css'
import './styles/collections.css'
import './styles/values.css'
import './styles/media.css'
import './styles/views.css'
import './styles/lists.css'
import './styles/print.css'
import { followViews } from './islands/collection.ts'
import { followContents } from './islands/contents.ts'
import { addCopyButtons } from './islands/copy-code.ts'
import { startEmbeds } from './islands/embeds.ts'
import { startFullView } from './islands/full-view.ts'
import { openTargets } from './islands/open-target.ts'
import { startTabs } from './islands/tabs.ts'

addCopyButtons()
startTabs()
openTargets()
followContents()
startEmbeds()
startFullView()
followViews()

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') closeMenu()
  if (opensSearch(event) && focusSearch()) event.preventDefault()
})

function opensSearch(event: KeyboardEvent): boolean {
  const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
  return isShortcut || (event.key === '/' && isPlain && !isTyping(event.target))
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
  )
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('#site-search')
  field?.focus()
  field?.select()
  return field !== null
}

function closeMenu() {
  const menu = document.querySelector<HTMLDetailsElement>('.site-menu[open]')
  if (!menu) return
  menu.open = false
  menu.querySelector('summary')?.focus()
}
