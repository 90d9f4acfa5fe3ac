import { followViews } from './collection.ts'
import { followContents } from './contents.ts'
import { addCopyButtons } from './copy-code.ts'
import { startEmbeds } from './embeds.ts'
import { startLightbox } from './lightbox.ts'
import { openTargets } from './open-target.ts'
import { followTables } from './tables.ts'
import { startTabs } from './tabs.ts'

/** A part of a page that a script makes livelier; what it leaves outside of `root` goes when `end` is aborted. */
type Island = (root: HTMLElement, end: AbortSignal) => void

const islands: Island[] = [
  addCopyButtons,
  startTabs,
  openTargets,
  followContents,
  startEmbeds,
  startLightbox,
  followTables,
  followViews
]

/** Starts all islands of a page's content, and returns what ends them before the content goes. */
export function mountIslands(root: HTMLElement): () => void {
  const end = new AbortController()
  for (const mount of islands) mount(root, end.signal)
  return () => end.abort()
}
