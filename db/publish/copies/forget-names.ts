import { titleToSlug } from '../../../site/addresses/slug.ts'
import type { Mirror } from '../../mirror/open-mirror.ts'
import type { HiddenRecords } from '../../records/walk-result.ts'
import { isWithheld } from '../withheld-pages.ts'

/** Names that must not remain in the history of any page. */
export interface ForgottenNames {
  /** The paths of withheld pages, by page id: these pages have no former paths and titles. */
  fixedPaths: Map<string, string>
  hidden: HiddenRecords | undefined
  /** Why pages are absent, by page id: some of them are withheld as well. */
  absences: Map<string, string>
}

/** Deletes former paths and titles, also of deleted pages. Returns the number of deleted rows. */
export function deleteFormerNames(mirror: Mirror, forgotten: ForgottenNames): number {
  const { $client } = mirror
  const { fixedPaths, hidden, absences } = forgotten
  const deletePaths = $client.prepare('delete from page_path where page_id = ? and path <> ?')
  const deleteTitles = $client.prepare('delete from former_title where page_id = ?')
  let deleted = 0
  for (const [id, path] of fixedPaths) {
    deleted += deletePaths.run(id, path).changes + deleteTitles.run(id).changes
  }
  const names = hidden?.names ?? []
  // Runs before the paths of withdrawn pages are deleted.
  const wasPublished = $client.prepare('select 1 from page_path where page_id = ?').pluck()
  const has = (id: string) =>
    hidden?.has(id) === true || (isWithheld(absences.get(id) ?? '') && wasPublished.get(id) === 1)
  return deleted + deleteNaming(mirror, { has, names })
}

/** A former path or title of a page. */
type FormerName = [id: string, name: string]

/**
 * Deletes all former names of pages whose titles mention or mentioned a hidden page, and those that are
 * equal to a hidden name. Other names that contain a hidden name stay: an author has typed them.
 */
function deleteNaming(mirror: Mirror, hidden: HiddenRecords): number {
  const remove = formerNameStatements(mirror)
  const slugs = new Set(hidden.names.map(titleToSlug).filter((slug) => slug !== ''))
  const former = slugs.size > 0 ? readFormerNames(mirror) : []
  let deleted = 0
  for (const id of pagesNaming(mirror, { hidden, slugs, former })) {
    for (const { ofPage } of remove) deleted += ofPage.run(id).changes
  }
  for (const [id, name] of former) {
    if (!slugs.has(slugOf(name))) continue
    for (const { named } of remove) deleted += named.run({ id, name }).changes
  }
  return deleted
}

function formerNameStatements({ $client }: Mirror) {
  const tables = [
    ['page_path', 'page_id', 'last_seen_at is not null and path = :name'],
    ['former_title', 'page_id', 'title = :name'],
    ['gone_page', 'id', ':name in (title, path)']
  ] as const
  return tables.map(([table, id, isNamed]) => ({
    ofPage: $client.prepare<[string]>(
      `delete from ${table} where ${id} = ? ${table === 'page_path' ? 'and last_seen_at is not null' : ''}`
    ),
    named: $client.prepare<{ id: string; name: string }>(
      `delete from ${table} where ${id} = :id and ${isNamed}`
    )
  }))
}

function readFormerNames({ $client }: Mirror): FormerName[] {
  return $client
    .prepare<[], FormerName>(
      `select page_id, path from page_path where last_seen_at is not null
       union all select page_id, title from former_title
       union all select id, title from gone_page
       union all select id, path from gone_page`
    )
    .raw()
    .all()
}

/** The pages whose former names may contain a hidden name because of a mention. */
function pagesNaming(
  { $client }: Mirror,
  names: { hidden: HiddenRecords; slugs: Set<string>; former: FormerName[] }
): Set<string> {
  const { hidden, slugs, former } = names
  const mentions = $client
    .prepare<[], [id: string, mentioned: string]>('select page_id, mentioned_id from title_mention')
    .raw()
    .all()
  const naming = mentions.filter(([, mentioned]) => hidden.has(mentioned)).map(([id]) => id)
  // Pages of an older fansite, which did not record mentions.
  const unknown = new Set(mentions.filter(([, mentioned]) => mentioned === '').map(([id]) => id))
  const possible = former.filter(([id, name]) => unknown.has(id) && containsName(name, slugs))
  return new Set([...naming, ...possible.map(([id]) => id)])
}

/** The slug of a path or title, without the id at the end of a path. */
function slugOf(name: string): string {
  return titleToSlug(name.replace(/^(\/.*?)-?[0-9a-f]{32}$/, '$1'))
}

function containsName(name: string, slugs: Set<string>): boolean {
  const text = `-${titleToSlug(name)}`
  return [...slugs].some(
    (slug) => /\p{L}/u.test(slug) && text.includes(isSpaced(slug) ? `-${slug}` : slug)
  )
}

/** Whether words begin after a space in the scripts of a name. */
const isSpaced = (slug: string) => !/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u.test(slug)
