import type { PublicationFacts } from '../../../db/mirror/read-identity.ts'
import type { PublishedMirror } from '../../publication/mirror-watcher.ts'

/** A page as it is asked for. */
export interface RenderedPage {
  pageId: string
  /** The query string with its question mark; empty without one. */
  search: string
  /** The article alone, as the feed contains it. */
  isEntry?: boolean
}

/** Tells what is asked for apart. A page that fails as an entry of the feed may still have its page. */
export function keyOf({ pageId, search, isEntry }: RenderedPage): string {
  return `${isEntry ? 'entry ' : ''}${pageId}${search}`
}

/** Tells one publication from another. A restored file may count its generations from one again. */
export function stateOf(
  { inode, publication }: PublishedMirror,
  { generation, digest }: PublicationFacts = publication
): string {
  return `${inode} ${generation} ${digest}`
}
