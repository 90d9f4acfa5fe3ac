const themes = ['system', 'light', 'dark']

/** Lets visitors choose the theme; `web/theme.ts` sets it again when a page comes. */
export function startTheme(): void {
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('.theme-switch')) choose(next())
  })
  // Chosen in another tab.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === 'theme') show(newValue ?? 'system')
  })
}

function next(): string {
  const at = themes.indexOf(document.documentElement.dataset['theme'] ?? '')
  return themes[(at + 1) % themes.length] ?? 'system'
}

function choose(theme: string): void {
  show(theme)
  try {
    localStorage.setItem('theme', theme)
  } catch {
    // A browser may keep nothing for a site; then the choice lasts as long as the page.
  }
}

function show(theme: string): void {
  document.documentElement.dataset['theme'] = theme
}
