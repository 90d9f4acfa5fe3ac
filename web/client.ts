import './styles/base.css'
import './styles/fonts.css'
import './styles/site.css'
import './styles/page.css'
import './styles/blocks.css'
import './styles/page-around.css'
import './styles/text.css'
import './styles/code.css'
import './styles/collections.css'
import './styles/values.css'
import './styles/media.css'
import './styles/views.css'
import './islands/navigation/navigation.css'
import './styles/lists.css'
import './styles/search.css'
import './styles/print.css'
import { startAnalytics } from './analytics/start-analytics.ts'
import { startMenu } from './islands/start-menu.ts'
import { mountIslands } from './islands/mount-islands.ts'
import { startSearch } from './islands/search/start-search.ts'
import { startTheme } from './islands/start-theme.ts'
import { startNavigation } from './islands/navigation/start-navigation.ts'

startNavigation({ mount: mountIslands, onView: startAnalytics() })
startTheme()
startMenu()
startSearch()

console.info(
  'This site is built from a Notion-based page renderer and React: ' +
    'https://github.com/NotionX/react-notion-x'
)
