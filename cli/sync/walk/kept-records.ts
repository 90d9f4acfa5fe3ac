import type { PublishedRecords } from '../../../db/publish/published-records.ts'
import { readFlawed } from '../staging/flaw.ts'
import type { Reached } from './frontier.ts'
import type { RecordReader } from './record-reader.ts'
import type { Staging } from '../staging/staging.ts'

interface KeptRecordsOptions {
  staging: Staging
  reached: Reached
  lastGood: PublishedRecords
}

/**
 * Blocks that could not be read and are kept at their last good copy. Such a copy lists what the
 * block held then: what has moved since would be listed twice, or nowhere.
 */
export class KeptRecords {
  /** Blocks that were added to the content of a kept record so far. */
  adopted = 0
  readonly #options: KeptRecordsOptions

  constructor(options: KeptRecordsOptions) {
    this.#options = options
  }

  /** Lists published blocks that nothing lists any more and that name a kept record as their parent. */
  async adoptLost(reader: RecordReader): Promise<void> {
    const { reached, lastGood } = this.#options
    const kept = new Set(this.#keptIds())
    if (kept.size === 0) return
    const isThere = (table: 'block' | 'collection', id: string) => reached.isTaken(table, id)
    const lost = [...lastGood.lostBlocks(isThere)].toSorted((a, b) => (a.id < b.id ? -1 : 1))
    for (const { id } of lost) reader.ask({ table: 'block', id, unit: id }, 'proof')
    await reader.drain()
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
    const { reached } = this.#options
    for (const id of this.#keptIds()) {
      const record = reached.read('block', id)
      if (!record?.content) continue
      const content = record.content.filter((child) => !this.#hasMoved(child, id))
      if (content.length < record.content.length) reached.rewrite('block', { ...record, content })
    }
  }

  #hasMoved(id: string, from: string): boolean {
    const { reached } = this.#options
    const home = reached.read('block', id)?.parent_id
    if (home === undefined || home === from) return false
    return reached.read('block', home)?.content?.includes(id) ?? false
  }

  #keptIds(): string[] {
    return readFlawed(this.#options.staging).flatMap(({ table, id, isTaken, flaw }) =>
      table === 'block' && isTaken && flaw.isKept ? [id] : []
    )
  }
}
