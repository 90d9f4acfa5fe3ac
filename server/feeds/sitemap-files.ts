import { Readable } from 'node:stream'

import { SitemapIndexStream, SitemapStream, streamToPromise } from 'sitemap'

import { siteAddress } from '../../site/addresses/site-address.ts'
import { perPublication } from '../publication/per-publication.ts'
import { type SentText, sentText } from '../http/send-text.ts'
import { type SiteEntry, siteEntries } from '../publication/site-index.ts'

/** As many addresses as one file may hold. */
const MAX_ENTRIES = 50_000

const EMPTY =
  '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>'

/** The files of a sitemap: the one that is asked for first, and what it names when it is an index. */
export interface Sitemap {
  first: SentText
  parts: SentText[]
}

/** All addresses of the site for search engines; none when they may not list it. */
export const sitemapFiles = perPublication(async (site): Promise<Sitemap> => {
  const { domain, indexable } = site.config
  const entries = indexable ? siteEntries(site) : []
  if (entries.length <= MAX_ENTRIES)
    return { first: await writeEntries(entries, domain), parts: [] }
  const groups = Array.from({ length: Math.ceil(entries.length / MAX_ENTRIES) }, (_, index) =>
    entries.slice(index * MAX_ENTRIES, (index + 1) * MAX_ENTRIES)
  )
  const parts: SentText[] = []
  for (const group of groups) parts.push(await writeEntries(group, domain))
  return { first: await writeIndex(groups, domain), parts }
})

async function writeEntries(entries: SiteEntry[], domain: string): Promise<SentText> {
  // The library takes an empty list for a mistake.
  if (entries.length === 0) return sentText(EMPTY, 'application/xml')
  const stream = new SitemapStream({
    xmlns: { news: false, xhtml: false, image: false, video: false }
  })
  const items = entries.map(({ href, changedAt }) => ({
    url: siteAddress(domain, href),
    ...dated(changedAt)
  }))
  return written(Readable.from(items).pipe(stream))
}

async function writeIndex(groups: SiteEntry[][], domain: string): Promise<SentText> {
  const items = groups.map((group, index) => ({
    url: siteAddress(domain, `/sitemap-${index + 1}.xml`),
    ...dated(Math.max(...group.map(({ changedAt }) => changedAt)))
  }))
  return written(Readable.from(items).pipe(new SitemapIndexStream()))
}

async function written(stream: SitemapStream | SitemapIndexStream): Promise<SentText> {
  return sentText((await streamToPromise(stream)).toString(), 'application/xml')
}

/** A record may hold any number as its time. */
function dated(changedAt: number): { lastmod?: string } {
  const date = new Date(changedAt)
  return changedAt > 0 && !Number.isNaN(date.getTime()) ? { lastmod: date.toISOString() } : {}
}
