import { type FoundPage, findPage, readPagePaths } from '../../db/lists/find-page.ts'
import { pathOfMarkdown } from '../../site/addresses/markdown-path.ts'
import { withoutSlashes } from '../../site/addresses/site-address.ts'
import { parseId } from '../../site/notion/blocks/notion-id.ts'
import { ApiError } from '../errors.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import { foreignPages } from '../publication/site-index.ts'

/** The page at a decoded path, unless it is excluded. */
export function findVisiblePage(site: PublishedSite, path: string): FoundPage | undefined {
  const found = findPage(site.published().mirror, path)
  return found && !site.isExcluded(found.id) ? found : undefined
}

/**
 * The page at a decoded path that may be one of Markdown. A page at exactly this path comes before that of
 * another spelling: the slug of `/c.md` is also that of a page "CMD".
 */
export function findPageOrMarkdown(
  site: PublishedSite,
  path: string
): { page: FoundPage; isMarkdown: boolean } | undefined {
  const page = findVisiblePage(site, path)
  if (page?.path === path) return { page, isMarkdown: false }
  const markdown = pathOfMarkdown(withoutSlashes(path))
  const source = markdown === undefined ? undefined : findVisiblePage(site, markdown)
  if (source && (!page || source.path === markdown)) return { page: source, isMarkdown: true }
  return page && { page, isMarkdown: false }
}

/**
 * Finds a page by its id, or by a path with or without its first slash. Throws `ApiError` page_not_found,
 * and foreign_page for a page that is known to belong to another workspace.
 */
export function findGivenPage(site: PublishedSite, given: string): FoundPage {
  const { mirror } = site.published()
  const id = parseId(given)
  if (id === undefined) {
    const page = findVisiblePage(site, `/${given.replace(/^\/+/, '')}`)
    if (!page) throw new ApiError('page_not_found', 'The mirror has no page with this path.')
    return page
  }
  const path = site.isExcluded(id) ? undefined : readPagePaths(mirror, [id])[id]
  if (path !== undefined) return { id, path }
  throw new ApiError(foreignPages(site).has(id) ? 'foreign_page' : 'page_not_found')
}
