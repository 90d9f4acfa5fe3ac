import { readPageFacts } from '../../db/page/read-page-facts.ts'
import { type PageFacts, pageFacts } from '../../site/pages/page-facts.ts'
import { parseId } from '../../site/notion/blocks/notion-id.ts'
import { ApiError } from '../errors.ts'
import type { Site } from '../site-context.ts'

/**
 * The facts of a page that an API request names by its id. Throws `ApiError` invalid_page_id,
 * foreign_page for a page that is known to belong to another workspace, or page_not_found.
 */
export function findPageFacts(site: Site, id: string | undefined): PageFacts {
  const pageId = parseId(id)
  if (!pageId) throw new ApiError('invalid_page_id')
  const { mirror } = site.published()
  const { defaultPageIcon, defaultPageCover } = site.config
  const source = readPageFacts(mirror, pageId, [defaultPageIcon, defaultPageCover])
  if (source && !site.hides(pageId)) return pageFacts(source, site.config)
  throw new ApiError(site.isForeign(pageId) ? 'foreign_page' : 'page_not_found')
}
