import type { SitePage } from '../../db/lists/read-site-pages.ts'
import { encodePath, siteAddress } from '../../site/addresses/site-address.ts'
import { tagAddress } from '../../site/addresses/tag-path.ts'
import { escapeHtml } from '../markdown/text/html.ts'
import { perPublication } from '../publication/per-publication.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import { editedTags, sitePages } from '../publication/site-index.ts'
import { type RenderedText, feedCaching } from '../responses/rendered-text.ts'
import { dated } from './dated.ts'

/** The limit of the sitemap protocol for one file. */
const MAX_ENTRIES = 50_000

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

interface SitemapEntry {
  /** An encoded path. */
  href: string
  /** UTC milliseconds. */
  changedAt: number
}

/**
 * The sitemap of the site (sitemaps.org), empty for a site that must not be indexed; its index if it
 * has several parts. `part` 0 is the sitemap or its index. Undefined for a part that does not exist.
 */
export function sitemapText(site: PublishedSite, part: number): RenderedText | undefined {
  const { domain } = site.config
  const groups = entryGroups(site)
  if (part === 0) {
    return groups.length > 1 ? writeIndex(groups, domain) : writeEntries(groups[0] ?? [], domain)
  }
  const group = groups.length > 1 ? groups[part - 1] : undefined
  return group && writeEntries(group, domain)
}

/** The entries of each file. */
const entryGroups = perPublication((site): SitemapEntry[][] => {
  const entries = site.config.indexable ? entriesOf(site) : []
  return Array.from({ length: Math.ceil(entries.length / MAX_ENTRIES) }, (_, index) =>
    entries.slice(index * MAX_ENTRIES, (index + 1) * MAX_ENTRIES)
  )
})

/** Pages, the lists of pages, and the tags that some row has. */
function entriesOf(site: PublishedSite): SitemapEntry[] {
  const pages = sitePages(site)
  const tags = editedTags(site).flatMap((tag): SitemapEntry[] =>
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
}

/** The time of the last edit of any page, in UTC milliseconds; 0 without pages. */
function newestEdit(pages: readonly SitePage[]): number {
  return pages.reduce((newest, page) => Math.max(newest, page.lastEditedTime), 0)
}

function writeEntries(entries: SitemapEntry[], domain: string): RenderedText {
  const items = entries.map(
    ({ href, changedAt }) => `<url>${locationOf(domain, href)}${lastmodOf(changedAt)}</url>`
  )
  return xmlText(`<urlset ${NAMESPACE}>${items.join('')}</urlset>`)
}

function writeIndex(groups: SitemapEntry[][], domain: string): RenderedText {
  const items = groups.map((group, index) => {
    const changedAt = Math.max(...group.map((entry) => entry.changedAt))
    return `<sitemap>${locationOf(domain, `/sitemap-${index + 1}.xml`)}${lastmodOf(changedAt)}</sitemap>`
  })
  return xmlText(`<sitemapindex ${NAMESPACE}>${items.join('')}</sitemapindex>`)
}

function locationOf(domain: string, href: string): string {
  return `<loc>${escapeHtml(new URL(siteAddress(domain, href)).href)}</loc>`
}

function xmlText(root: string): RenderedText {
  const body = `<?xml version="1.0" encoding="UTF-8"?>${root}`
  return { body, mediaType: 'application/xml', caching: feedCaching }
}

/** Empty for a time that is not a valid date: records may contain any number. */
function lastmodOf(changedAt: number): string {
  const date = changedAt > 0 ? dated(changedAt) : undefined
  return date ? `<lastmod>${date.toISOString()}</lastmod>` : ''
}
