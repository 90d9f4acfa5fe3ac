import { useMessages } from '../../../messages.ts'
import { Fixed } from './Fixed.tsx'
import { PANEL_ID } from './MenuButton.tsx'
import type { Shell } from '../shell.ts'
import { ListLinks } from '../SiteLists.tsx'
import { areInHeader, NavigationLinks } from './SiteNavigation.tsx'
import { SiteTree } from './SiteTree.tsx'

/**
 * The site's links and its tree beside the page, or in a narrow window in a drawer, which the browser opens and
 * closes. It follows the page in the document, so that the text arrives first.
 */
export function SitePanel({ shell }: { shell: Shell }) {
  const messages = useMessages()
  const { navigation, config } = shell
  const tree = shell.tree?.()
  // By default they are the beginning of the tree.
  const hasLinks = navigation.length > 0 && (!tree || config.navigationStyle === 'custom')
  return (
    <nav id={PANEL_ID} className="site-panel" popover="auto" aria-label={messages.menu}>
      {hasLinks && (
        <div className={areInHeader(shell) ? 'panel-links in-header' : 'panel-links'}>
          <NavigationLinks items={navigation} />
        </div>
      )}
      {tree && tree.entries.length > 0 && <SiteTree branch={tree} isTop />}
      <Fixed>
        <ListLinks className="panel-lists" />
      </Fixed>
    </nav>
  )
}
