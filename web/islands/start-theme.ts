import { store, stored } from './navigation/browser-store.ts'

const themes = ['system', 'light', 'dark']

/** Makes the theme button work; `web/theme.ts` applies the stored theme on page load. */
export function startTheme(): void {
  showInToolbar(stored('theme') ?? 'system')
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('.theme-switch')) choose(next())
  })
  // The theme was changed in another tab.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === 'theme') show(newValue ?? 'system')
  })
  // It was changed on another page, while the browser kept this one for the way back.
  addEventListener('pageshow', ({ persisted }) => {
    const theme = persisted && stored('theme')
    if (theme) show(theme)
  })
}

function next(): string {
  const at = themes.indexOf(document.documentElement.dataset['theme'] ?? '')
  return themes[(at + 1) % themes.length] ?? 'system'
}

function choose(theme: string): void {
  show(theme)
  store('theme', theme)
}

function show(theme: string): void {
  document.documentElement.dataset['theme'] = theme
  showInToolbar(theme)
}

/** The browser's toolbar has the first colour whose device matches, so that of a chosen theme comes first. */
function showInToolbar(theme: string): void {
  const colors = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
  colors.find(({ media }) => media === '')?.remove()
  const color = colors.find(({ media }) => media === `(prefers-color-scheme: ${theme})`)
  if (!color) return
  const { name, content } = color
  document.head.prepend(Object.assign(document.createElement('meta'), { name, content }))
}
