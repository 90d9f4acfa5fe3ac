import { parsePathId } from '../../site/notion/blocks/notion-id.ts'
import { withoutSlashes } from '../../site/addresses/site-address.ts'
import { titleToSlug } from '../../site/addresses/slug.ts'
import { keys } from '../changes/change-keys.ts'
import { noteRead } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

/** A page and its address. */
export interface FoundPage {
  id: string
  /** Its canonical path; a request for any other path is redirected to it. */
  path: string
}

/**
 * Finds the page of a decoded path: by its canonical path, a former path, the id at the path's end
 * (`/slug-<id>`, `/<id>`) or its slug. The oldest of several pages with one slug is returned;
 * undefined when no page matches.
 */
export function findPage(mirror: Mirror, path: string): FoundPage | undefined {
  const find = (condition: string, value: string) =>
    mirror.$client
      .prepare<[string], FoundPage>(
        `select id, path from page where ${condition} order by created_time, id limit 1`
      )
      .get(value)

  const id = parsePathId(path)
  noteAddress(mirror, path, id)
  const found =
    find('path = ?', path) ??
    find('path = ?', withoutSlashes(path)) ??
    findFormer(mirror, path) ??
    (id ? find('id = ?', id) : undefined) ??
    findFormer(mirror, path.toLowerCase()) ??
    find(`slug <> '' and slug = ?`, titleToSlug(path.replaceAll('/', ' ')))
  // Its present path may change although the address leads to it as before.
  if (found) noteRead(keys.name(found.id))
  return found
}

/** Finds the last page that had a path, with its present path. */
function findFormer({ $client }: Mirror, path: string): FoundPage | undefined {
  return $client
    .prepare<[string], FoundPage>(
      `select page.id, page.path from page_path join page on page.id = page_path.page_id
        where page_path.path = ? order by page_path.last_seen_at desc limit 1`
    )
    .get(withoutSlashes(path))
}

/**
 * Finds the removed page that had a path last, or that has the id at its end; accepts the same spellings as
 * `findPage`.
 */
export function findGonePage(mirror: Mirror, path: string): { title: string } | undefined {
  const find = mirror.$client.prepare<{ path: string; id: string | null }, { title: string }>(
    `select title from gone_page
      where path = :path or id = :id
         or id in (select page_id from page_path where path = :path)
      order by (select max(last_seen_at) from page_path where page_id = gone_page.id and path = :path) desc,
               gone_at desc limit 1`
  )
  const id = parsePathId(path) ?? null
  noteAddress(mirror, path, id ?? undefined)
  const slug = titleToSlug(path.replaceAll('/', ' '))
  return (
    find.get({ path: withoutSlashes(path), id }) ??
    find.get({ path: withoutSlashes(path.toLowerCase()), id }) ??
    (slug === '' ? undefined : find.get({ path: `/${slug}`, id }))
  )
}

/** Notes everything that decides which page, present or removed, an address leads to. */
function noteAddress({ $client }: Mirror, path: string, id: string | undefined): void {
  const slug = titleToSlug(path.replaceAll('/', ' '))
  const spellings = [path, path.toLowerCase()]
  const paths = new Set([...spellings, ...spellings.map(withoutSlashes), `/${slug}`])
  for (const each of paths) noteRead(keys.path(each))
  noteRead(keys.slug(slug))
  // A page that had this path may be removed, return, or get another path.
  const former = $client
    .prepare<[string], string>(
      'select page_id from page_path where path in (select value from json_each(?))'
    )
    .pluck()
    .all(JSON.stringify([...paths]))
  for (const each of id === undefined ? former : [id, ...former]) noteRead(keys.name(each))
}

/** Reads the canonical paths of pages, by id; pages that are not in the mirror are absent. */
export function readPagePaths(mirror: Mirror, ids: string[]): Record<string, string> {
  for (const id of ids) noteRead(keys.name(id))
  const rows = mirror.$client
    .prepare<[string], FoundPage>(
      'select id, path from page where id in (select value from json_each(?))'
    )
    .all(JSON.stringify(ids))
  return Object.fromEntries(rows.map((row) => [row.id, row.path]))
}

/** Reads the paths of the pages that contain these blocks, by block id. */
export function readBlockPaths(mirror: Mirror, blockIds: string[]): Record<string, string> {
  if (blockIds.length === 0) return {}
  for (const id of blockIds) noteRead(keys.block(id))
  const rows = mirror.$client
    .prepare<[string], FoundPage & { pageId: string }>(
      `select block.id, page.path, page.id as pageId from block join page on page.id = block.page_id
        where block.id in (select value from json_each(?))`
    )
    .all(JSON.stringify(blockIds))
  for (const { pageId } of rows) noteRead(keys.name(pageId))
  return Object.fromEntries(rows.map((row) => [row.id, row.path]))
}
