import type { PagePath } from '../../site/addresses/page-paths.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { readPages } from '../lists/read-pages.ts'
import { isWithheld } from './withheld-pages.ts'

/** The paths and titles of a publication. */
export interface PageHistory {
  /** The new path of each page, by page id. */
  paths: Map<string, PagePath>
  /** The new title of each page, by page id. */
  titles: ReadonlyMap<string, { title: string }>
  /** Why pages are absent, by page id, as far as the walk knows. */
  absences: Map<string, string>
  /** Time of the publication, UTC milliseconds. */
  at: number
}

const UNKNOWN_REASON = 'unreachable'

/**
 * Records former paths and titles, and removed and restored pages. Frees changed paths in `page`, where
 * paths are unique: two pages may swap theirs. Withheld pages leave no history. Runs inside the
 * caller's transaction, before the pages are written.
 */
export function writeHistory(mirror: Mirror, history: PageHistory): void {
  const { paths, titles, absences, at } = history
  const write = historyStatements(mirror)
  const before = new Map(readPages(mirror).map((page) => [page.id, page]))
  for (const { id, path, title } of before.values()) {
    const next = paths.get(id)?.path
    if (next !== undefined && titles.get(id)?.title !== title) write.addTitle.run(id, title, at)
    if (next === path) continue
    write.endPath.run(at, id)
    if (next !== undefined) write.freePath.run(id)
    else {
      const reason = absences.get(id) ?? UNKNOWN_REASON
      if (!isWithheld(reason)) write.addGone.run(id, path, title, at, reason)
      write.removeTitles.run(id)
      write.deletePage.run(id)
    }
  }
  for (const [id, { path }] of paths) {
    if (before.get(id)?.path !== path) write.startPath.run({ id, path, at })
    if (!before.has(id)) write.removeGone.run(id)
  }
}

function historyStatements(mirror: Mirror) {
  const { $client } = mirror
  return {
    endPath: $client.prepare<[number, string]>(
      // After the clock was set back, a path must not end before it began, nor before other pages have left it,
      // nor begin before the last one ended.
      `update page_path as ended
          set last_seen_at = max(?, first_seen_at, coalesce(
                (select max(last_seen_at) + 1 from page_path
                  where path = ended.path and page_id <> ended.page_id), 0))
        where page_id = ? and last_seen_at is null`
    ),
    startPath: $client.prepare<{ id: string; path: string; at: number }>(
      // A page may get the same path twice in one millisecond.
      `insert into page_path (page_id, path, first_seen_at)
       values (:id, :path,
               max(:at, (select coalesce(max(last_seen_at), 0) from page_path where page_id = :id)))
           on conflict do update set last_seen_at = null`
    ),
    addTitle: $client.prepare<[string, string, number]>(
      `insert into former_title (page_id, title, last_seen_at) values (?, ?, ?)
           on conflict do update set last_seen_at = excluded.last_seen_at`
    ),
    removeTitles: $client.prepare<[string]>('delete from former_title where page_id = ?'),
    // No path is a bare dashed id, so this value is free until the page is written with its new path.
    freePath: $client.prepare<[string]>('update page set path = id where id = ?'),
    deletePage: $client.prepare<[string]>('delete from page where id = ?'),
    addGone: $client.prepare<[string, string, string, number, string]>(
      'insert into gone_page (id, path, title, gone_at, reason) values (?, ?, ?, ?, ?)'
    ),
    removeGone: $client.prepare<[string]>('delete from gone_page where id = ?')
  }
}
