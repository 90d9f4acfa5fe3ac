import { shortTitled } from '../../site/notion/text/short-label.ts'
import { spoilerPath } from '../../site/spoilers/spoiler-path.ts'
import { keys } from '../changes/change-keys.ts'
import { noteRead, noteReads } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { readLastRun } from './read-last-run.ts'

/** A page in lists and feeds. */
export interface SitePage {
  id: string
  path: string
  /** Shortened; see `shortLabel`. */
  title: string
  /** Emoji or the source address of an image. */
  icon: string | null
  /** The chapter that it spoils; null if it is not covered. */
  spoiler: string | null
  /** The collection whose row it is; null for other pages. */
  collectionId: string | null
  /** UTC milliseconds. */
  createdTime: number
  lastEditedTime: number
}

/** SQL for the fields of a `SitePage`. */
export const sitePageColumns = `id, path, title, icon, spoiler, collection_id as collectionId,
  created_time as createdTime, last_edited_time as lastEditedTime`

/** The SQL condition that leaves out withheld pages, which are neither in lists nor in feeds. */
export const isListed = `path not like '${spoilerPath()}%'`

/** Reads every page of the publication except withheld ones, in site order. */
export function readSitePages(mirror: Mirror): SitePage[] {
  noteReads([keys.list, keys.order, keys.edits])
  const pages = mirror.$client
    .prepare<[], SitePage>(
      `select ${sitePageColumns} from page where ${isListed} order by position`
    )
    .all()
  return pages.map(shortTitled)
}

export function readPageIds({ $client }: Mirror): string[] {
  noteRead(keys.list)
  return $client.prepare<[], string>('select id from page').pluck().all()
}

/**
 * The digest of a page and its content, see `pageDigest`; undefined for an unknown page. It identifies
 * what was rendered and is not part of it, so no key is noted.
 */
export function readPageDigest({ $client }: Mirror, pageId: string): string | undefined {
  return $client
    .prepare<[string], string>('select digest from page where id = ?')
    .pluck()
    .get(pageId)
}

/** A part of a list: `from` entries are skipped, at most `limit` follow. */
export interface Part {
  from: number
  limit: number
}

/** Reads the first `length` characters of a page's text, one line per block. */
export function readPageText(mirror: Mirror, pageId: string, length: number): string {
  noteReads([keys.page(pageId), keys.name(pageId)])
  const text = mirror.$client
    .prepare<[number, string], string>('select substr(text, 1, ?) from page where id = ?')
    .pluck()
    .get(length, pageId)
  return text ?? ''
}

/** When the last sync ended, UTC milliseconds; undefined in a mirror without recorded runs. */
export function readLastSync(mirror: Mirror): number | undefined {
  noteRead(keys.sync)
  return readLastRun(mirror)?.finishedAt
}
