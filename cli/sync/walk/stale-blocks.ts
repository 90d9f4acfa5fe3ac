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
 * Blocks that could not be read and are kept at their last good copy. Such a copy lists what the
 * block held then: what has moved since would be listed twice, or nowhere.
 */
export class StaleBlocks {
  /** Blocks that were added to the content of a kept record so far. */
  adopted = 0
  readonly #options: StaleBlocksOptions

  constructor(options: StaleBlocksOptions) {
    this.#options = options
  }

  /** Lists published blocks that nothing lists any more and that name a kept record as their parent. */
  async adoptLost(fetcher: RecordFetcher): Promise<void> {
    const { frontier, published } = this.#options
    const kept = new Set(this.#keptIds())
    if (kept.size === 0) return
    const isThere = (table: 'block' | 'collection', id: string) => frontier.isAccepted(table, id)
    const lost = [...published.lostBlocks(isThere)].toSorted((a, b) => (a.id < b.id ? -1 : 1))
    for (const { id } of lost) frontier.request({ table: 'block', id, pageId: id }, 'recheck')
    await fetcher.drain()
    for (const { id } of lost) this.#adopt(id, kept)
  }

  #adopt(id: string, kept: Set<string>): void {
    const { staging } = this.#options
    const own = staging.find('block', id)?.run === staging.run && staging.read('block', id)
    if (!own || own.alive === false || !kept.has(own.parent_id)) return
    const parent = staging.read('block', own.parent_id)
    if (!parent || parent.content?.includes(id)) return
    staging.amend('block', { ...parent, content: [...(parent.content ?? []), id] })
    this.adopted++
  }

  /** Takes blocks from the content of kept records that another block lists now as its own. */
  dropMoved(): void {
    const { frontier } = this.#options
    for (const id of this.#keptIds()) {
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

  #keptIds(): string[] {
    return readFlawed(this.#options.staging.client).flatMap(({ table, id, isAccepted, flaw }) =>
      table === 'block' && isAccepted && flaw.isKept ? [id] : []
    )
  }
}
