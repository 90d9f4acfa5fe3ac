/**
 * Applies a stored theme as early as a script can that delays no paint: on a first visit, when the
 * script is not cached, there is no stored theme, and afterwards it comes from the browser's cache.
 * A classic script, since a module would run too late: it imports nothing, and the braces keep its
 * names out of the global scope.
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
