import { type FoundPage, findPage } from '../../db/lists/find-page.ts'
import type { PublishedSite } from '../publication/published-site.ts'

/** The page at a decoded path, unless it is excluded. */
export function findVisiblePage(site: PublishedSite, path: string): FoundPage | undefined {
  const found = findPage(site.published().mirror, path)
  return found && !site.isExcluded(found.id) ? found : undefined
}
