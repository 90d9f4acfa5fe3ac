/**
 * Applies a stored theme, and a stored size and width of the text, as early as a script can that delays
 * no paint: on a first visit, when the script is not cached, nothing is stored, and afterwards it comes
 * from the browser's cache. A classic script, since a module would run too late: it imports nothing, and
 * the braces keep its names out of the global scope.
 */
{
  const { style, dataset } = document.documentElement
  let [theme, size, width]: (string | null)[] = []
  try {
    ;[theme, size, width] = ['theme', 'text-size', 'text-width'].map((key) =>
      localStorage.getItem(key)
    )
  } catch {
    // Storage may be blocked; then the system's theme applies.
  }
  dataset['theme'] = theme === 'light' || theme === 'dark' ? theme : 'system'
  const share = Number(size) / 100
  if (share >= 0.8 && share <= 1.4) style.setProperty('--text-size', String(share))
  if (width === 'wide') dataset['textWidth'] = 'wide'
}
