import { BoundedMap } from '../../../site/limits/bounded-map.ts'
import { parseId } from '../../../site/notion/blocks/notion-id.ts'
import { ApiError } from '../../errors.ts'
import { perPublication } from '../../publication/per-publication.ts'
import type { PublishedSite } from '../../publication/published-site.ts'
import { findPageFacts } from '../../render/find-page-facts.ts'
import { type CardFacts, cardFacts, cardHash } from './card-facts.ts'

/** The card of a page, and its hash. */
export interface PageCard {
  /** With or without dashes. */
  pageId: string
  card: CardFacts
  hash: string
}

/** Cards that are kept for a publication. Each takes about a kilobyte. */
const MAX_KEPT = 5000
const kept = perPublication(() => new BoundedMap<string, PageCard>(MAX_KEPT))

/**
 * The card of a page by the id of a request. It is read once for each publication, so a client that
 * has the picture is answered without reading the page. Throws the errors of `findPageFacts`.
 */
export function findPageCard(site: PublishedSite, id: string | undefined): PageCard {
  const cards = kept(site)
  const known = cards.get(parseId(id) ?? '')
  if (known) return known
  const facts = findPageFacts(site, id)
  const card = cardFacts(facts, site.config)
  const page = { pageId: facts.pageId, card, hash: cardHash(card) }
  cards.set(facts.pageId, page)
  return page
}

/** The card of a page; undefined if the site does not have the page. */
export function pageCardIfAny(site: PublishedSite, id: string): PageCard | undefined {
  try {
    return findPageCard(site, id)
  } catch (error) {
    if (error instanceof ApiError && error.statusCode < 500) return undefined
    throw error
  }
}

/** The card of the site, which is sent while that of a page is not drawn yet: only its name. */
export function plainCard({ siteName, language }: CardFacts): PageCard {
  const empty = { description: '', detail: '', emoji: null, icon: null, cover: null }
  const card = { title: siteName, ...empty, siteName, language, coverPosition: 0.5 }
  return { pageId: '0'.repeat(32), card, hash: cardHash(card) }
}
