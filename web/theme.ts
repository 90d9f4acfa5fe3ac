/**
 * Runs in the head, before anything is painted, so that no page flashes in the theme that was not
 * chosen. A plain script of its own, since a module would run too late: it imports nothing, and the
 * braces keep its names to itself.
 */
{
  const themes = ['light', 'dark']
  let chosen: string | null = null
  try {
    chosen = localStorage.getItem('theme')
  } catch {
    // A browser may keep nothing for a site; then it is the system's theme.
  }
  document.documentElement.dataset['theme'] = themes.includes(chosen ?? '') ? chosen! : 'system'
}
