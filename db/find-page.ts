import { parsePathId } from '../site/page-id.ts'
import { titleToSlug } from '../site/slug.ts'
import type { Mirror } from './open-mirror.ts'

/** A page that a path leads to. */
export interface FoundPage {
  id: string
  /** Its canonical path; when it is not the one asked for, the reader belongs there. */
  path: string
}

/**
 * Finds the page of a decoded path: at its canonical path, by the id at the path's end
 * (`/slug-<id>`, `/<id>`), or by its slug; of pages that share a slug the oldest. Undefined when
 * no page of the mirror answers to it.
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
    (id ? find('id = ?', id) : undefined) ??
    find(`slug <> '' and slug = ?`, titleToSlug(path.replaceAll('/', ' ')))
  )
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
