import type { PublicationFacts } from '../../../db/mirror/read-identity.ts'
import type { Shell } from '../../../web/pages/shell/shell.ts'
import type { PublishedMirror } from '../../publication/mirror-watcher.ts'

/** Which HTML a visitor, or the feed, requests. */
export interface PageRequest {
  pageId: string
  /** The query string with its question mark; empty without one. */
  search: string
  /** The article alone, for an entry of the feed. */
  isEntry?: boolean
}

/** A page to render. Plain values, because it may be sent to another process. */
export interface RenderRequest extends PageRequest {
  shell: Shell
  /** Without typesetting and with few rows of each view: for a page that is too slow with them. */
  isPlain?: boolean
}

/** Identifies the requested HTML. A page that fails as an entry of the feed may still have its page. */
export function requestKey({ pageId, search, isEntry }: PageRequest): string {
  return `${isEntry ? 'entry ' : ''}${pageId}${search}`
}

/** Identifies a publication. The inode is part of it: a restored file may repeat earlier generations. */
export function publicationKey(
  { inode, publication }: PublishedMirror,
  { generation, digest }: PublicationFacts = publication
): string {
  return `${inode} ${generation} ${digest}`
}
