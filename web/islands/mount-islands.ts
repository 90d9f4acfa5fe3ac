import { startViewLinks } from './collections/start-view-links.ts'
import { startContents } from './start-contents.ts'
import { startCopyButtons } from './start-copy-buttons.ts'
import { startEmbeds } from './start-embeds.ts'
import { startMentionCards } from './link-cards/start-mention-cards.ts'
import { startLightbox } from './start-lightbox.ts'
import { openTargets } from './open-targets.ts'
import { startOfflinePage } from '../offline/start-offline.ts'
import { startQueryPage } from '../query/start-query-page.ts'
import { startSiteTree } from './navigation/start-site-tree.ts'
import { waitForSite } from './navigation/wait-for-site.ts'
import { startFolderSearch } from './search/names/start-folder-search.ts'
import { startTables } from './collections/start-tables.ts'
import { startTimelines } from './collections/start-timelines.ts'
import { startSpoilers } from './start-spoilers.ts'
import { startPageMenu } from './navigation/start-page-menu.ts'
import { startReading } from './navigation/start-reading.ts'
import { startTabs } from './start-tabs.ts'

/** Adds behaviour to page content. Listeners outside of `root` are removed when `end` aborts. */
type Island = (root: HTMLElement, end: AbortSignal) => void

const islands: Island[] = [
  startCopyButtons,
  startPageMenu,
  startReading,
  startTabs,
  startSpoilers,
  openTargets,
  startContents,
  startEmbeds,
  startLightbox,
  startMentionCards,
  startTables,
  startTimelines,
  startViewLinks,
  startSiteTree,
  startQueryPage,
  startFolderSearch,
  startOfflinePage,
  waitForSite
]

/** Starts all islands of a page's content and returns a function that ends them. */
export function mountIslands(root: HTMLElement): () => void {
  return mountAll(root, (start) => start())
}

/**
 * Does the same for the page that the document begins with, where each island starts in a task of its
 * own: a phone paints and answers a touch between them.
 */
export function mountFirstIslands(root: HTMLElement): () => void {
  return mountAll(root, (start) => setTimeout(start))
}

function mountAll(root: HTMLElement, run: (start: () => void) => void): () => void {
  const end = new AbortController()
  for (const mount of islands) run(() => end.signal.aborted || mount(root, end.signal))
  return () => end.abort()
}
