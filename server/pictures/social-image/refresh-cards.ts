import { setImmediate } from 'node:timers/promises'

import { ApiError } from '../../errors.ts'
import { perPublication } from '../../publication/per-publication.ts'
import type { PublishedSite } from '../../publication/published-site.ts'
import type { StoredCard } from './card-folder.ts'
import { type PageCard, pageCardIfAny } from './page-card.ts'
import type { SocialImages } from './social-images.ts'

/** Pages read in one turn of the event loop. */
const SLICE = 20

/**
 * Brings the stored cards in line with each publication, once: removes those of pages that have left
 * the site, and all outdated ones if content was withdrawn; then draws changed ones again before they are
 * asked for. Stops at the next publication.
 */
export function cardRefresher(images: SocialImages): (site: PublishedSite) => Promise<void> {
  return perPublication(async (site, publication) => {
    const isCurrent = () => site.isReady() && site.served() === publication
    const changed: Changed[] = []
    let read = 0
    await images.untilStored()
    for (const [pageId, stored] of await storedByPage(images)) {
      if (read++ % SLICE === 0) await setImmediate()
      if (!isCurrent()) return
      const page = pageCardIfAny(site, pageId)
      const outdated = stored.filter(({ hash }) => hash !== page?.hash)
      if (page && outdated.length < stored.length) images.noteStored(page)
      if (page && outdated.length > 0) changed.push({ page, outdated })
      if (!page || images.mayShowWithdrawn) await removeAll(images, outdated)
    }
    if (!isCurrent()) return
    images.allowEarlier()
    for (const { page, outdated } of changed) {
      if (!isCurrent()) return
      if (await isDrawn(images, page)) await removeAll(images, outdated)
    }
  })
}

interface Changed {
  page: PageCard
  outdated: StoredCard[]
}

/** A card that cannot be drawn is in the log; the page keeps its earlier one. */
async function isDrawn(images: SocialImages, page: PageCard): Promise<boolean> {
  try {
    await images.drawAhead(page)
    return true
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

async function removeAll(images: SocialImages, cards: StoredCard[]): Promise<void> {
  for (const card of cards) await images.folder.remove(card)
}

async function storedByPage(images: SocialImages): Promise<Map<string, StoredCard[]>> {
  const pages = new Map<string, StoredCard[]>()
  for (const card of await images.folder.list()) {
    if (!isPlain(card)) pages.set(card.pageId, [...(pages.get(card.pageId) ?? []), card])
  }
  return pages
}

/** The plain card belongs to no page. */
function isPlain({ pageId }: StoredCard): boolean {
  return /^0+$/.test(pageId)
}
