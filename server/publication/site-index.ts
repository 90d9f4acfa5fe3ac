import { readSitePages } from '../../db/lists/read-site-pages.ts'
import { readSpoilers } from '../../db/lists/read-spoilers.ts'
import { readTags } from '../../db/lists/read-tags.ts'
import { perPublication } from './per-publication.ts'

/** Every page of the publication but the excluded ones, in the order of the site. */
export const sitePages = perPublication((_site, { mirror, excluded }) =>
  readSitePages(mirror, excluded)
)

/** The chapters of all covered pages, by path. */
export const siteSpoilers = perPublication((_site, { mirror }) => readSpoilers(mirror))

/** Every tag of the publication with its number of rows. */
export const siteTags = perPublication((_site, { mirror, excluded }) => readTags(mirror, excluded))
