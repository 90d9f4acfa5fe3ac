import { useMessages } from '../../../messages.ts'

/** The id of the panel that the button opens (`SitePanel.tsx`). */
export const PANEL_ID = 'site-panel'

/** Opens the site's panel as a drawer, without script; hidden where the panel is beside the page. */
export function MenuButton() {
  return (
    <button type="button" className="menu-button" popoverTarget={PANEL_ID}>
      <svg viewBox="0 0 8 8" width={16} height={16} aria-hidden="true">
        <path d="M0 0h8v2H0zM0 3h8v2H0zM0 6h8v2H0z" shapeRendering="crispEdges" />
      </svg>
      <span className="visually-hidden">{useMessages().menu}</span>
    </button>
  )
}
