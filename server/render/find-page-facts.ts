import { readPageFacts } from '../../db/page/read-page-facts.ts'
import { type PageFacts, pageFacts } from '../../site/pages/page-facts.ts'
import { coveringRules } from '../../site/spoilers/spoiler-rule.ts'
import { parseId } from '../../site/notion/blocks/notion-id.ts'
import { ApiError } from '../errors.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import { foreignPages } from '../publication/site-index.ts'

/**
 * The facts of a page by the id of an API request, dashed or not. Throws `ApiError`
 * invalid_page_id, foreign_page for a page that is known to belong to another workspace, and
 * page_not_found.
 */
export function findPageFacts(site: PublishedSite, id: string | undefined): PageFacts {
  const pageId = parseId(id)
  if (!pageId) throw new ApiError('invalid_page_id')
  const { mirror } = site.published()
  const { defaultPageIcon, defaultPageCover } = site.config
  const source = readPageFacts(mirror, pageId, {
    covering: coveringRules(site.config),
    defaultPictures: [defaultPageIcon, defaultPageCover]
  })
  if (source && !site.isExcluded(pageId)) return pageFacts(source, site.config)
  throw new ApiError(foreignPages(site).has(pageId) ? 'foreign_page' : 'page_not_found')
}
