import type { SiteConfig } from '../config/config.ts'
import { parsePathId, undashId } from '../notion/blocks/notion-id.ts'
import { isReservedPath } from './reserved-paths.ts'
import { titleToSlug } from './slug.ts'

/** The facts that determine a page's path. */
export interface PathSource {
  id: string
  title: string
  /** The row's `Slug` property; it wins over the title. */
  slugProperty?: string | undefined
  /** UTC milliseconds; if pages share a slug, the oldest one keeps it. */
  createdTime: number
}

export interface PagePath {
  /** Canonical path, with its leading slash. */
  path: string
  /** Slug of the property or title; may be empty or shared by pages. */
  slug: string
}

type PathRules = Pick<SiteConfig, 'rootNotionPageId' | 'pageUrlOverrides' | 'includeNotionIdInUrls'>

/**
 * Assigns every page its canonical path, by page id: `/` for the root page, else the configured
 * override, else the slug with or without the id. Paths are unique.
 */
export function assignPagePaths(pages: PathSource[], rules: PathRules): Map<string, PagePath> {
  const overrides = new Map(Object.entries(rules.pageUrlOverrides).map(([path, id]) => [id, path]))
  const taken = new Set(['/', ...overrides.values()])
  const paths = new Map<string, PagePath>()

  for (const page of pages.toSorted(olderFirst)) {
    const slug = titleToSlug(page.slugProperty ?? '') || titleToSlug(page.title)
    const path = fixedPath(page.id, rules, overrides) ?? freePath({ page, slug, taken, rules })
    taken.add(path)
    paths.set(page.id, { path, slug })
  }

  return paths
}

function olderFirst(a: PathSource, b: PathSource): number {
  return a.createdTime - b.createdTime || (a.id < b.id ? -1 : 1)
}

function fixedPath(id: string, rules: PathRules, overrides: Map<string, string>) {
  return id === rules.rootNotionPageId ? '/' : overrides.get(id)
}

function freePath(options: {
  page: PathSource
  slug: string
  taken: Set<string>
  rules: PathRules
}): string {
  const { page, slug, taken, rules } = options
  const withId = slug ? `/${slug}-${undashId(page.id)}` : `/${undashId(page.id)}`
  if (!slug || rules.includeNotionIdInUrls) return withId

  const path = `/${slug}`
  // A title that ends like an id would hide the page that has that id.
  const isAmbiguous = taken.has(path) || isReservedPath(path) || parsePathId(path) !== undefined
  return isAmbiguous ? withId : path
}
