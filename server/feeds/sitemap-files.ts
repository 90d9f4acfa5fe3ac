import { Readable } from 'node:stream'

import { SitemapIndexStream, SitemapStream, streamToPromise } from 'sitemap'

import type { SitePage } from '../../db/lists/read-site-pages.ts'
import { encodePath, siteAddress } from '../../site/addresses/site-address.ts'
import { tagAddress } from '../../site/addresses/tag-path.ts'
import { type SentText, sentText } from '../http/send-text.ts'
import { perPublication } from '../publication/per-publication.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import { sitePages, siteTags } from '../publication/site-index.ts'

/** The limit of the sitemap protocol for one file. */
const MAX_ENTRIES = 50_000

const EMPTY =
  '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>'

/** The sitemap, or its index with the files that it names. */
export interface SitemapFiles {
  first: SentText
  parts: SentText[]
}

interface SitemapEntry {
  /** An encoded path. */
  href: string
  /** UTC milliseconds. */
  changedAt: number
}

/** The sitemap of the site (sitemaps.org); empty for a site that must not be indexed. */
export const sitemapFiles = perPublication(async (site): Promise<SitemapFiles> => {
  const { domain, indexable } = site.config
  const entries = indexable ? entriesOf(site) : []
  if (entries.length <= MAX_ENTRIES)
    return { first: await writeEntries(entries, domain), parts: [] }
  const groups = Array.from({ length: Math.ceil(entries.length / MAX_ENTRIES) }, (_, index) =>
    entries.slice(index * MAX_ENTRIES, (index + 1) * MAX_ENTRIES)
  )
  const parts: SentText[] = []
  for (const group of groups) parts.push(await writeEntries(group, domain))
  return { first: await writeIndex(groups, domain), parts }
})

/** Pages, the lists of pages, and the tags that some row has. */
function entriesOf(site: PublishedSite): SitemapEntry[] {
  const pages = sitePages(site)
  const tags = siteTags(site).flatMap((tag): SitemapEntry[] =>
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

async function writeEntries(entries: SitemapEntry[], domain: string): Promise<SentText> {
  // The library throws for an empty list.
  if (entries.length === 0) return sentText(EMPTY, 'application/xml')
  const stream = new SitemapStream({
    xmlns: { news: false, xhtml: false, image: false, video: false }
  })
  const items = entries.map(({ href, changedAt }) => ({
    url: siteAddress(domain, href),
    ...lastmodOf(changedAt)
  }))
  return xmlFile(Readable.from(items).pipe(stream))
}

async function writeIndex(groups: SitemapEntry[][], domain: string): Promise<SentText> {
  const items = groups.map((group, index) => ({
    url: siteAddress(domain, `/sitemap-${index + 1}.xml`),
    ...lastmodOf(Math.max(...group.map(({ changedAt }) => changedAt)))
  }))
  return xmlFile(Readable.from(items).pipe(new SitemapIndexStream()))
}

async function xmlFile(stream: SitemapStream | SitemapIndexStream): Promise<SentText> {
  return sentText((await streamToPromise(stream)).toString(), 'application/xml')
}

/** Empty for a time that is not a valid date: records may contain any number. */
function lastmodOf(changedAt: number): { lastmod?: string } {
  const date = new Date(changedAt)
  return changedAt > 0 && !Number.isNaN(date.getTime()) ? { lastmod: date.toISOString() } : {}
}
