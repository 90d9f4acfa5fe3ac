import { useMessages } from '../../../messages.ts'
import { PANEL_ID } from './MenuButton.tsx'
import type { Shell } from '../shell.ts'
import { siteLists } from '../SiteLists.tsx'
import { areInHeader, NavigationLinks } from './SiteNavigation.tsx'

/**
 * The site's links beside the page, or in a narrow window in a drawer, which the browser opens and
 * closes. It follows the page in the document, so that the text arrives first.
 */
export function SitePanel({ shell }: { shell: Shell }) {
  const messages = useMessages()
  return (
    <nav id={PANEL_ID} className="site-panel" popover="auto" aria-label={messages.menu}>
      {shell.navigation.length > 0 && (
        <div className={areInHeader(shell) ? 'panel-links in-header' : 'panel-links'}>
          <NavigationLinks items={shell.navigation} />
        </div>
      )}
      <ul className="panel-lists">
        {siteLists(messages).map(({ title, href }) => (
          <li key={href}>
            <a href={href}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
