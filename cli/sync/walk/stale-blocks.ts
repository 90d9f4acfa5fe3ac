import type { PublishedRecords } from '../../../db/publish/published-records.ts'
import { readFlawed } from '../staging/flaw.ts'
import type { Frontier } from './frontier.ts'
import type { RecordFetcher } from './requests/record-fetcher.ts'
import type { Staging } from '../staging/staging.ts'

interface StaleBlocksOptions {
  staging: Staging
  frontier: Frontier
  published: PublishedRecords
}

/**
 * Blocks that could not be read and are replaced by their published copy. The content of such a copy
 * is outdated: a block that has moved since would be listed twice, or nowhere.
 */
export class StaleBlocks {
  /** Blocks that were added to the content of stale blocks so far. */
  adopted = 0
  readonly #options: StaleBlocksOptions

  constructor(options: StaleBlocksOptions) {
    this.#options = options
  }

  /** Adds published blocks that are listed nowhere to the content of the stale block that is their parent now. */
  async adoptLost(fetcher: RecordFetcher): Promise<void> {
    const { frontier, published } = this.#options
    const staleIds = new Set(this.#staleIds())
    if (staleIds.size === 0) return
    const isAccepted = (table: 'block' | 'collection', id: string) => frontier.isAccepted(table, id)
    const lost = [...published.lostBlocks(isAccepted)].toSorted((a, b) => (a.id < b.id ? -1 : 1))
    for (const { id } of lost) frontier.request({ table: 'block', id, pageId: id }, 'recheck')
    await fetcher.drain()
    for (const { id } of lost) this.#adopt(id, staleIds)
  }

  #adopt(id: string, staleIds: Set<string>): void {
    const { staging } = this.#options
    const own = staging.find('block', id)?.run === staging.run && staging.read('block', id)
    if (!own || own.alive === false || !staleIds.has(own.parent_id)) return
    const parent = staging.read('block', own.parent_id)
    if (!parent || parent.content?.includes(id)) return
    staging.amend('block', { ...parent, content: [...(parent.content ?? []), id] })
    this.adopted++
  }

  /** Removes blocks from the content of stale blocks that are listed by their new parent. */
  dropMoved(): void {
    const { frontier } = this.#options
    for (const id of this.#staleIds()) {
      const record = frontier.records.read('block', id)
      if (!record?.content) continue
      const content = record.content.filter((child) => !this.#hasMoved(child, id))
      if (content.length < record.content.length)
        frontier.records.rewrite('block', { ...record, content })
    }
  }

  #hasMoved(id: string, from: string): boolean {
    const { frontier } = this.#options
    const home = frontier.records.read('block', id)?.parent_id
    if (home === undefined || home === from) return false
    return frontier.records.read('block', home)?.content?.includes(id) ?? false
  }

  #staleIds(): string[] {
    return readFlawed(this.#options.staging.client).flatMap(({ table, id, isAccepted, flaw }) =>
      table === 'block' && isAccepted && flaw.isKept ? [id] : []
    )
  }
}
