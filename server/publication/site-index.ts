import { keys } from '../../db/changes/change-keys.ts'
import { noteReads, readUnnoted } from '../../db/changes/record-reads.ts'
import { readForeignPages } from '../../db/lists/read-foreign-pages.ts'
import { type SitePage, readSitePages } from '../../db/lists/read-site-pages.ts'
import { readSpoilers } from '../../db/lists/read-spoilers.ts'
import { type Tag, readTags } from '../../db/lists/read-tags.ts'
import { readCovers } from '../../db/page/read-covers.ts'
import { encodePath, siteAddress } from '../../site/addresses/site-address.ts'
import { undashId } from '../../site/notion/blocks/notion-id.ts'
import { coveringRules } from '../../site/spoilers/spoiler-rule.ts'
import { perPublication } from './per-publication.ts'
import type { PublishedSite } from './published-site.ts'

/** Every page of the publication but the excluded ones, in the order of the site. */
export const sitePages = perPublication((_site, { mirror }) => readSitePages(mirror))

/** Ids of pages that are known to belong to another workspace. */
export const foreignPages = perPublication((_site, { mirror }) => readForeignPages(mirror))

export type OrderedPage = Omit<SitePage, 'lastEditedTime'>

/** The same without the times of edits: each edit would otherwise touch all lists of pages. */
export function orderedPages(site: PublishedSite): readonly OrderedPage[] {
  noteReads([keys.list, keys.order])
  return readUnnoted(() => sitePages(site))
}

/**
 * The same by their last edit, newest first. Sorted once: for each part of a list, SQLite would read all
 * rows before it.
 */
export const newestPages = perPublication((site) =>
  sitePages(site).toSorted(
    (one, other) => other.lastEditedTime - one.lastEditedTime || (one.id < other.id ? -1 : 1)
  )
)

/** The chapters of all covered pages, by each form of their addresses and by id. */
export const siteChapters = perPublication(
  ({ config: { domain } }, { mirror }): ReadonlyMap<string, string> =>
    new Map(
      readSpoilers(mirror).flatMap(({ id, path, chapter }) => {
        const encoded = encodePath(path)
        const addresses = [encoded, `/${undashId(id)}`].map((each) => siteAddress(domain, each))
        return [path, encoded, ...addresses, id].map((each) => [each, chapter])
      })
    )
)

/** The chapters of those of these collections whose names are covered, by id. */
export function coveredCollections(
  site: PublishedSite,
  ids: string[]
): ReadonlyMap<string, string> {
  const rules = coveringRules(site.config)
  if (!rules || siteChapters(site).size === 0) return new Map()
  return readCovers(site.published().mirror, ids, rules)
}

/** Every tag of the publication with its number of rows and their last edit. */
export const editedTags = perPublication((_site, { mirror }) => readTags(mirror))

/** The same without the times of edits: each edit would otherwise touch the pages of all tags. */
export function siteTags(site: PublishedSite): readonly Tag[] {
  noteReads([keys.tags, keys.order])
  return readUnnoted(() => editedTags(site))
}
