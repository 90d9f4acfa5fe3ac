import type { FoundPage } from '../../../db/lists/find-page.ts'
import { decodePath, siteAddress } from '../../../site/addresses/site-address.ts'
import { parseId } from '../../../site/notion/blocks/notion-id.ts'
import { ApiError } from '../../errors.ts'
import type { PublishedSite } from '../../publication/published-site.ts'
import { findGivenPage, findPageOrMarkdown } from '../../render/find-visible-page.ts'

/**
 * Finds a page by its id, its path, or a URL of the site; the two latter also with the ending of Markdown, as
 * links in Markdown have it. Throws like `findGivenPage`, and `ApiError` malformed_address.
 */
export function findAskedPage(site: PublishedSite, given: string): FoundPage {
  const paths = parseId(given) === undefined ? pathsIn(site, given) : []
  for (const path of paths) {
    const found = findPageOrMarkdown(site, path)
    if (found) return found.page
  }
  return findGivenPage(site, given)
}

/** The paths that an address of the site may mean, without the base path; none of any other address. */
function pathsIn({ config }: PublishedSite, given: string): string[] {
  const start = new URL(siteAddress(config.domain, '/'))
  const isUrl = URL.canParse(given)
  if (!URL.canParse(given, start)) return []
  const { protocol, host, pathname } = new URL(given, start)
  const base = start.pathname.slice(0, -1)
  const isBelow = `${pathname}/`.startsWith(start.pathname)
  const isOwn = /^https?:$/.test(protocol) && host === start.host && (isBelow || !isUrl)
  if (!isOwn) return []
  const path = decodePath(isBelow ? pathname.slice(base.length) || '/' : pathname)?.normalize('NFC')
  if (isUrl && path === undefined) throw new ApiError('malformed_address')
  // A path may contain what looks like an encoded character or like a query.
  const exact = isUrl ? [] : [`/${given.replace(/^\/+/, '')}`]
  return path === undefined ? exact : [...exact, path]
}
