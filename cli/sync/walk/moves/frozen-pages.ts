import type { PublishedRecords } from '../../../../db/publish/published-records.ts'
import type { Frontier } from '../frontier.ts'
import type { RecordFetcher } from '../requests/record-fetcher.ts'
import { readLostBlocks } from './read-lost-blocks.ts'
import { type Staging, type StagedRecord, isStagedPage } from '../../staging/staging.ts'

/** More levels than any page has; ends a cycle of parents. */
const MAX_LEVELS = 1000

interface FrozenPagesOptions {
  staging: Staging
  frontier: Frontier
  fetcher: RecordFetcher
  published: PublishedRecords
  /** The only pages to read; undefined for all. Grows by pages that have exchanged blocks with them. */
  scope: Set<string> | undefined
}

/**
 * The pages out of scope, which stay as they were published. Two pages between which a block has
 * moved are read together, otherwise the block would be on both or on neither.
 */
export class FrozenPages {
  readonly #options: FrozenPagesOptions

  constructor(options: FrozenPagesOptions) {
    this.#options = options
  }

  #isFrozen(pageId: string): boolean {
    const { scope, published } = this.#options
    return scope !== undefined && !scope.has(pageId) && published.isPage(pageId)
  }

  /**
   * Extends the scope if a listed block comes from a frozen page. A page that was moved here is read
   * as well.
   */
  noteListed(blockId: string, pageId: string): void {
    const { scope, published } = this.#options
    if (scope === undefined) return
    const parentPage = published.parentPageOf(blockId)
    if (parentPage !== undefined && parentPage !== pageId) scope.add(blockId)
    const from = published.holderOf(blockId)
    if (from !== undefined && from !== pageId) this.#readWith(from, pageId)
  }

  /** Extends the scope by the frozen pages to which blocks of the pages in scope have moved. */
  async noteMovedAway(): Promise<void> {
    const { published, scope } = this.#options
    if (scope === undefined) return
    for (const { id, pageId } of await readLostBlocks(this.#options, 'recheck')) {
      const target = this.#pageOf(id)
      if (target === undefined || target === pageId) continue
      this.#readWith(target, pageId)
      // The parent of a moved page is the frozen page, whose published copy does not list it.
      if (published.isPage(id)) this.#readWith(target, id)
    }
  }

  /**
   * Extends the scope by the frozen pages that list pages which were moved away from them: the new
   * parent may be outside of the site.
   */
  noteLeft(): void {
    const { staging, frontier, published, scope } = this.#options
    for (const id of scope ?? []) {
      const from = published.parentPageOf(id)
      const isRead = staging.isCurrent('block', id) && frontier.isAccepted('block', id)
      if (isRead && from !== undefined && this.#pageOf(id) !== from) this.#readWith(from, id)
    }
  }

  /** The page of a block by its current parents; undefined if the block is gone. */
  #pageOf(id: string): string | undefined {
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

  /** Adds a frozen page to the scope, if the other one is not frozen. */
  #readWith(frozenId: string, pageId: string): void {
    if (this.#isFrozen(frozenId) && !this.#isFrozen(pageId)) this.#options.scope?.add(frozenId)
  }
}

function isTrashed({ raw }: StagedRecord): boolean {
  return raw !== null && (JSON.parse(raw) as { alive?: boolean }).alive === false
}
