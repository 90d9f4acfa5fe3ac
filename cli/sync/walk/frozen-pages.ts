import type { PublishedRecords } from '../../../db/publish/published-records.ts'
import type { Frontier } from './frontier.ts'
import type { RecordFetcher } from './requests/record-fetcher.ts'
import { type Staging, type StagedRecord, isStagedPage } from '../staging/staging.ts'

/** More levels than any page has; parents that name each other end here. */
const MAX_LEVELS = 1000

interface FrozenPagesOptions {
  staging: Staging
  frontier: Frontier
  published: PublishedRecords
  /** The only pages to read; undefined for all. Grows by pages that these exchange blocks with. */
  scope: Set<string> | undefined
}

/**
 * The pages that a run was not to read: they stay as they were published. Two pages between which a
 * block has moved are read together, otherwise it would be on both of them or on none.
 */
export class FrozenPages {
  readonly #options: FrozenPagesOptions

  constructor(options: FrozenPagesOptions) {
    this.#options = options
  }

  has(pageId: string): boolean {
    const { scope, published } = this.#options
    return scope !== undefined && !scope.has(pageId) && published.isPage(pageId)
  }

  /**
   * Notes that a page that is read lists a block, which may have come from a held one. A page that
   * has come stands for itself: it is read as well.
   */
  noteListed(blockId: string, pageId: string): void {
    const { scope, published } = this.#options
    if (scope === undefined) return
    const above = published.parentPageOf(blockId)
    if (above !== undefined && above !== pageId) scope.add(blockId)
    const from = published.holderOf(blockId)
    if (from !== undefined && from !== pageId) this.#join({ held: from, read: pageId })
  }

  /**
   * Looks for what was published on a page that is read, stands there no more, and says itself that
   * it has moved to a held one.
   */
  async noteMovedAway(fetcher: RecordFetcher): Promise<void> {
    const { frontier, published, scope } = this.#options
    if (scope === undefined) return
    const isThere = (table: 'block' | 'collection', id: string) => frontier.isAccepted(table, id)
    const lost = [...published.lostBlocks(isThere)]
    for (const { id } of lost) frontier.request({ table: 'block', id, pageId: id }, 'recheck')
    await fetcher.drain()
    for (const { id, pageId } of lost) {
      const home = this.#homeOf(id)
      if (home === undefined || home === pageId) continue
      this.#join({ held: home, read: pageId })
      // A page itself says that it stands on the held one, which does not list it.
      if (published.isPage(id)) this.#join({ held: home, read: id })
    }
  }

  /** The page below which a block says now that it stands; undefined for one that is gone. */
  #homeOf(id: string): string | undefined {
    const { staging, published } = this.#options
    const own = staging.find('block', id)
    if (own?.run !== staging.run || own.raw === null || isTrashed(own)) return undefined
    let parent = own.parent_id
    for (let level = 0; parent !== null && level < MAX_LEVELS; level++) {
      const above = staging.find('block', parent) ?? staging.find('collection', parent)
      if (!above?.raw) return published.isPage(parent) ? parent : undefined
      if (isStagedPage(above)) return parent
      parent = above.parent_id
    }
    return undefined
  }

  #join({ held, read }: { held: string; read: string }): void {
    if (this.has(held) && !this.has(read)) this.#options.scope?.add(held)
  }
}

function isTrashed({ raw }: StagedRecord): boolean {
  return raw !== null && (JSON.parse(raw) as { alive?: boolean }).alive === false
}
