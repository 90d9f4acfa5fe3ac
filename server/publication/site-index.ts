import { type SitePage, readSitePages } from '../../db/lists/read-site-pages.ts'
import { readTags } from '../../db/lists/read-tags.ts'
import { encodePath } from '../../site/addresses/site-address.ts'
import { tagAddress } from '../../site/addresses/tag-path.ts'
import { perPublication } from './per-publication.ts'

/** Every page of the publication but the excluded ones, in the order of the site. */
export const sitePages = perPublication((_site, { mirror, excluded }) =>
  readSitePages(mirror, excluded)
)

/** Every tag of the publication with its number of rows. */
export const siteTags = perPublication((_site, { mirror, excluded }) => readTags(mirror, excluded))

/** An address that search engines may list. */
export interface SiteEntry {
  /** Its path, encoded. */
  href: string
  /** UTC milliseconds. */
  changedAt: number
}

/** All such addresses: pages, lists of them, and tags that some row has. */
export const siteEntries = perPublication((site): SiteEntry[] => {
  const pages = sitePages(site)
  const tags = siteTags(site).flatMap((tag): SiteEntry[] =>
    tag.rows > 0 ? [{ href: tagAddress(tag), changedAt: tag.lastEditedTime }] : []
  )
  const changedAt = newestEdit(pages)
  const lists = ['/all-pages', '/recent-changes', ...(tags.length > 0 ? ['/tags'] : [])]
  return [
    ...pages.map(({ path, lastEditedTime }) => ({
      href: encodePath(path),
      changedAt: lastEditedTime
    })),
    ...lists.map((href) => ({ href, changedAt })),
    ...tags
  ]
})

/** When a page of the site was last edited, UTC milliseconds; 0 when there is none. */
function newestEdit(pages: readonly SitePage[]): number {
  return pages.reduce((newest, page) => Math.max(newest, page.lastEditedTime), 0)
}
