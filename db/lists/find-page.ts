import { parsePathId } from '../../site/notion/blocks/notion-id.ts'
import { titleToSlug } from '../../site/addresses/slug.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

/** A page that a path leads to. */
export interface FoundPage {
  id: string
  /** Its canonical path; when it is not the one asked for, the reader belongs there. */
  path: string
}

/**
 * Finds the page of a decoded path: at its canonical path, at a path that it once had, by the id at
 * the path's end (`/slug-<id>`, `/<id>`), or by its slug; of pages that share a slug the oldest.
 * Undefined when no page of the mirror answers to it.
 */
export function findPage(mirror: Mirror, path: string): FoundPage | undefined {
  const find = (condition: string, value: string) =>
    mirror.$client
      .prepare<[string], FoundPage>(
        `select id, path from page where ${condition} order by created_time, id limit 1`
      )
      .get(value)

  const id = parsePathId(path)
  return (
    find('path = ?', path) ??
    find('path = ?', withoutSlashes(path)) ??
    findFormer(mirror, path) ??
    (id ? find('id = ?', id) : undefined) ??
    findFormer(mirror, path.toLowerCase()) ??
    find(`slug <> '' and slug = ?`, titleToSlug(path.replaceAll('/', ' ')))
  )
}

/** The page that stood at a path last, where it stands now. */
function findFormer({ $client }: Mirror, path: string): FoundPage | undefined {
  return $client
    .prepare<[string], FoundPage>(
      `select page.id, page.path from page_path join page on page.id = page_path.page_id
        where page_path.path = ? order by page_path.last_seen_at desc limit 1`
    )
    .get(withoutSlashes(path))
}

/** A page that was at a path and is no more; found by the same spellings as one that is there. */
export function findGonePage({ $client }: Mirror, path: string): { title: string } | undefined {
  const find = $client.prepare<{ path: string; id: string | null }, { title: string }>(
    `select title from gone_page
      where path = :path or id = :id
         or id in (select page_id from page_path where path = :path)
      order by gone_at desc limit 1`
  )
  const id = parsePathId(path) ?? null
  const slug = titleToSlug(path.replaceAll('/', ' '))
  return (
    find.get({ path: withoutSlashes(path), id }) ??
    find.get({ path: withoutSlashes(path.toLowerCase()), id }) ??
    (slug === '' ? undefined : find.get({ path: `/${slug}`, id }))
  )
}

function withoutSlashes(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') : path
}

/** The canonical paths of pages, by id; pages that the mirror does not hold are absent. */
export function readPagePaths(mirror: Mirror, ids: string[]): Record<string, string> {
  const rows = mirror.$client
    .prepare<[string], FoundPage>(
      'select id, path from page where id in (select value from json_each(?))'
    )
    .all(JSON.stringify(ids))
  return Object.fromEntries(rows.map((row) => [row.id, row.path]))
}

/** The paths of the pages on which blocks stand, by the block's id. */
export function readPlaces(mirror: Mirror, blockIds: string[]): Record<string, string> {
  if (blockIds.length === 0) return {}
  const rows = mirror.$client
    .prepare<[string], FoundPage>(
      `select block.id, page.path from block join page on page.id = block.page_id
        where block.id in (select value from json_each(?))`
    )
    .all(JSON.stringify(blockIds))
  return Object.fromEntries(rows.map((row) => [row.id, row.path]))
}
