import './styles/base.css'
import './styles/fonts.css'
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
import './styles/moving.css'
import './styles/lists.css'
import './styles/print.css'
import { startAnalytics } from './analytics/start-analytics.ts'
import { startMenu } from './islands/menu.ts'
import { mountIslands } from './islands/mount-islands.ts'
import { startTheme } from './islands/theme.ts'
import { startMoving } from './moving/start-moving.ts'

startMoving({ mount: mountIslands, onView: startAnalytics() })
startTheme()
startMenu()

console.info(
  'This site is built from a Notion-based page renderer and React: ' +
    'https://github.com/NotionX/react-notion-x'
)

document.addEventListener('keydown', (event) => {
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
