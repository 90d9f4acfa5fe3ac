import { hash as digest } from 'node:crypto'

import { readNames } from '../../db/search/read-names.ts'
import { packNames } from '../../site/search/names/name-list.ts'
import { perPublication } from '../publication/per-publication.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import type { RenderedText } from '../responses/rendered-text.ts'

/** For an address with the hash of its content. Shared caches revalidate, to keep no removed page. */
export const hashedCaching = 'public, max-age=31536000, s-maxage=600, immutable'
/**
 * For a minute, browsers may use the names of the previous publication. No `stale-while-revalidate`: a browser
 * would give a script the names of withdrawn pages for as long as that.
 */
export const generationCaching = 'public, max-age=60, s-maxage=60'

/** The file of names and its hash; undefined if the site has none. */
export const namesFile = perPublication((_site, { mirror }) => {
  const names = readNames(mirror)
  if (!names) return undefined
  const body = JSON.stringify(packNames(names))
  return { body, hash: digest('sha256', body).slice(0, 16) }
})

/** The names of all pages, at an address with the hash of its content; undefined for any other hash. */
export function searchNamesText(site: PublishedSite, hash: string): RenderedText | undefined {
  const file = namesFile(site)
  if (file?.hash !== hash) return undefined
  return {
    body: file.body,
    mediaType: 'application/json',
    caching: hashedCaching,
    surrogateKind: 't-names'
  }
}

/**
 * `/search-names.json`: the names, and the address of their file relative to this one, so that a browser
 * gets them by one request. Empty if the site has none.
 */
export function currentNamesText(site: PublishedSite): RenderedText {
  const file = namesFile(site)
  return {
    // The names are JSON already.
    body: file ? `{"searchNames":"${addressOfNames(file)}","names":${file.body}}` : '{}',
    mediaType: 'application/json',
    caching: generationCaching,
    surrogateKind: 't-names'
  }
}

/** The address of the file of names, relative to the root of the site. */
export function addressOfNames({ hash }: { hash: string }): string {
  return `search-names.${hash}.json`
}
