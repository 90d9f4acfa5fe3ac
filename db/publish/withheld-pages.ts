import { titleToSlug } from '../../site/addresses/slug.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

/** Reasons for the absence of pages that exist but must not be visible: nothing of them is retained. */
const withheldReasons = new Set([
  'private',
  'foreign',
  'excluded',
  'switched off',
  'template',
  'response',
  'withdrawn'
])

/** Whether pages that are absent for this reason are deleted without a trace; others leave path and title. */
export function isWithheld(reason: string): boolean {
  return withheldReasons.has(reason)
}

/**
 * Deletes the history of withheld pages, including history of an older fansite: paths, titles and
 * rows of `gone_page`. Returns the number of deleted rows. Runs inside the caller's transaction, after
 * `page` is written.
 */
export function deleteWithheld({ $client }: Mirror, absences: Map<string, string>): number {
  const ids = [...absences].flatMap(([id, reason]) => (isWithheld(reason) ? [id] : []))
  const reasons = JSON.stringify([...withheldReasons])
  const gone = $client
    .prepare<[string, string]>(
      `delete from gone_page
        where id in (select value from json_each(?)) or reason in (select value from json_each(?))
           -- Descendants of withheld pages: an older fansite stored them without titles.
           or (title = '' and path <> '/' || replace(id, '-', ''))`
    )
    .run(JSON.stringify(ids), reasons).changes
  const orphans = (table: string) =>
    $client
      .prepare(
        `delete from ${table} where page_id not in (select id from page union select id from gone_page)`
      )
      .run().changes
  return gone + orphans('page_path') + orphans('former_title')
}

/** Names that no page must have had. */
export interface ForgottenNames {
  /** The paths of withheld pages, by page id: these pages have no former paths and titles. */
  fixedPaths: Map<string, string>
  /** Former paths and titles of other pages must not contain these names. */
  hiddenNames: string[]
}

/** Deletes former paths and titles, also of deleted pages. Returns the number of deleted rows. */
export function deleteFormerNames(mirror: Mirror, forgotten: ForgottenNames): number {
  const { $client } = mirror
  const { fixedPaths, hiddenNames } = forgotten
  const deletePaths = $client.prepare('delete from page_path where page_id = ? and path <> ?')
  const deleteTitles = $client.prepare('delete from former_title where page_id = ?')
  let deleted = 0
  for (const [id, path] of fixedPaths) {
    deleted += deletePaths.run(id, path).changes + deleteTitles.run(id).changes
  }
  const deleteFormer = $client.prepare(
    'delete from page_path where page_id = ? and last_seen_at is not null'
  )
  const deleteGone = $client.prepare('delete from gone_page where id = ?')
  for (const id of pagesOnceNamed(mirror, hiddenNames)) {
    for (const statement of [deleteFormer, deleteTitles, deleteGone]) {
      deleted += statement.run(id).changes
    }
  }
  return deleted
}

/** The pages with a former path or title that contains one of these names, as it does if it mentions a page. */
function pagesOnceNamed({ $client }: Mirror, names: string[]): Set<string> {
  const slugs = names.map(titleToSlug).filter((slug) => /\p{L}/u.test(slug))
  const former = $client
    .prepare<[], [id: string, name: string]>(
      `select page_id, path from page_path where last_seen_at is not null
       union all select page_id, title from former_title
       union all select id, title from gone_page
       union all select id, path from gone_page`
    )
    .raw()
  const found = new Set<string>()
  if (slugs.length === 0) return found
  for (const [id, name] of former.all()) {
    const text = `-${titleToSlug(name)}`
    if (slugs.some((slug) => text.includes(isSpaced(slug) ? `-${slug}` : slug))) found.add(id)
  }
  return found
}

/** Whether words begin after a space in the scripts of a name. */
const isSpaced = (slug: string) => !/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u.test(slug)
