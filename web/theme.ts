/**
 * Sets the theme before the first paint, so that no page flashes in the other theme. A classic
 * script, since a module would run too late: it imports nothing, and the braces keep its names out
 * of the global scope.
 */
{
  const themes = ['light', 'dark']
  let chosen: string | null = null
  try {
    chosen = localStorage.getItem('theme')
  } catch {
    // Storage may be blocked; then the system's theme applies.
  }
  document.documentElement.dataset['theme'] = themes.includes(chosen ?? '') ? chosen! : 'system'
}
