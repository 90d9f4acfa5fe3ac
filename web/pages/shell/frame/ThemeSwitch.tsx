import { useMessages } from '../../../messages.ts'

/** Icons on an eight by eight grid, like the rest of the frame. */
const icons = {
  system: 'M0 1h8v5H5v1h1v1H2V7h1V6H0zM1 2v3h6V2z',
  light:
    'M3 0h2v1H3zM1 1h1v1H1zM6 1h1v1H6zM3 2h2v1h1v2H5v1H3V5H2V3h1zM0 3h1v2H0zM7 3h1v2H7zM1 6h1v1H1zM6 6h1v1H6zM3 7h2v1H3z',
  dark: 'M3 0h2v1H4v1H3v3h1v1h3V5h1v1H7v1H6v1H2V7H1V6H0V2h1V1h2z'
} as const

/**
 * A button that cycles through the themes (`web/islands/start-theme.ts`). It contains the icon and
 * name of every theme, and the style sheet shows those of the current one. Hidden without script.
 */
export function ThemeSwitch() {
  const { themes } = useMessages()
  return (
    <button type="button" id="theme-switch" className="theme-switch">
      {(['system', 'light', 'dark'] as const).map((theme) => (
        <span key={theme} className={`theme-${theme}`} title={themes[theme]}>
          <svg viewBox="0 0 8 8" width={24} height={24} aria-hidden="true">
            <path d={icons[theme]} shapeRendering="crispEdges" />
          </svg>
          <span className="visually-hidden">{themes[theme]}</span>
        </span>
      ))}
    </button>
  )
}
