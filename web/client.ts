import { startAnalytics } from './analytics/start-analytics.ts'
import { startLinkCards } from './islands/link-cards/start-link-cards.ts'
import { mountFirstIslands, mountIslands } from './islands/mount-islands.ts'
import { startSearch } from './islands/search/start-search.ts'
import { startOffline } from './offline/start-offline.ts'
import { startTheme } from './islands/start-theme.ts'
import { startShortcuts } from './islands/navigation/start-shortcuts.ts'
import { startNavigation } from './islands/navigation/start-navigation.ts'

startNavigation({ mountFirst: mountFirstIslands, mount: mountIslands, onView: startAnalytics() })
startTheme()
startSearch()
startLinkCards()
startShortcuts()
startOffline()

console.info(
  'This site is built from react-notion-x and React: https://github.com/NotionX/react-notion-x'
)
