import type { Block } from 'notion-types'

import type { PublishedRecords } from '../../../../db/publish/published-records.ts'
import { keptBlockIds } from '../../staging/flaw.ts'
import type { Staging } from '../../staging/staging.ts'
import type { CorrectedRows } from '../collections/corrected-rows.ts'
import type { Frontier } from '../frontier.ts'
import type { RecordFetcher } from '../requests/record-fetcher.ts'
import { readLostBlocks } from './read-lost-blocks.ts'

interface LostBlocksOptions {
  staging: Staging
  frontier: Frontier
  fetcher: RecordFetcher
  published: PublishedRecords
  correctedRows: CorrectedRows
}

/**
 * Published blocks that are listed nowhere, although their present parent is part of the site:
 * they have moved while this run read the lists.
 */
export class LostBlocks {
  readonly #options: LostBlocksOptions
  /** Blocks that were added to the content of others. */
  readonly #adopted = new Set<string>()
  /** Blocks that this run reads once more. */
  readonly #expired = new Set<string>()

  constructor(options: LostBlocksOptions) {
    this.#options = options
  }

  /** A number that grows with each correction that needs another walk. */
  get corrections(): number {
    return this.#adopted.size + this.#expired.size
  }

  /**
   * Finds lost blocks. A parent that is replaced by its published copy lists them from now on, a
   * collection counts them as its rows, and any other parent is read once more.
   */
  async adopt(): Promise<void> {
    const keptIds = new Set(keptBlockIds(this.#options.staging.client))
    const purpose = keptIds.size > 0 || this.#expired.size > 0 ? 'recheck' : 'prefetch'
    const lost = await readLostBlocks(this.#options, purpose)
    const sorted = lost.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    for (const { id } of sorted) this.#adopt(id, keptIds)
  }

  #adopt(id: string, keptIds: Set<string>): void {
    const { staging, frontier, correctedRows } = this.#options
    const own = staging.isCurrent('block', id) && staging.read('block', id)
    if (!own || own.alive === false) return
    if (keptIds.has(own.parent_id)) this.#addTo(own.parent_id, id)
    else if (frontier.has('block', id)) return
    else if (own.parent_table === 'collection') {
      if (frontier.isAccepted('collection', own.parent_id)) correctedRows.keep(own.parent_id, id)
    } else if (frontier.isAccepted('block', own.parent_id)) this.#expire(own)
  }

  #addTo(parentId: string, id: string): void {
    const { staging } = this.#options
    const parent = staging.read('block', parentId)
    if (!parent || parent.content?.includes(id)) return
    staging.amend('block', { ...parent, content: [...(parent.content ?? []), id] })
    this.#adopted.add(id)
  }

  /** The block itself may have moved after it was read, too. */
  #expire({ id, parent_id: parentId }: Block): void {
    const { staging, frontier } = this.#options
    if (frontier.records.read('block', parentId)?.content?.includes(id)) return
    for (const each of [id, parentId].filter((block) => !this.#expired.has(block))) {
      this.#expired.add(each)
      staging.expire(each)
    }
  }
}
