import type { Block } from 'notion-types'

import type { PublishedRecords } from '../../../db/publish/published-records.ts'
import { flawOf, readFlawed } from '../staging/flaw.ts'
import type { CollectionReader } from './collections/collection-reader.ts'
import type { Failures } from './failures.ts'
import type { Frontier } from './frontier.ts'
import type { RecordFetcher } from './requests/record-fetcher.ts'
import type { RecordIntake } from './requests/record-intake.ts'
import type { Staging } from '../staging/staging.ts'
import { versionOf } from '../workspace/records/page-version.ts'

interface StaleBlocksOptions {
  staging: Staging
  frontier: Frontier
  published: PublishedRecords
  collections: CollectionReader
  failures: Failures
  intake: RecordIntake
}

/**
 * Blocks that are outdated in a run: blocks that could not be read and are replaced by their published
 * copy, and blocks that were read before a move that others show. A block that has moved would be
 * listed twice, or nowhere.
 */
export class StaleBlocks {
  readonly #options: StaleBlocksOptions
  /** Blocks that were added to the content of stale blocks. */
  readonly #adopted = new Set<string>()
  /** Blocks that this run reads once more. */
  readonly #expired = new Set<string>()
  /** Blocks and rows that outdated lists name, with the list, and that have another parent now. */
  readonly #left = new Set<string>()

  constructor(options: StaleBlocksOptions) {
    this.#options = options
  }

  /** A number that grows with each correction that needs another walk. */
  get corrections(): number {
    return this.#adopted.size + this.#expired.size + this.#left.size
  }

  /**
   * Removes blocks that have another parent now from the content of stale blocks and from the rows of
   * collections and views whose query failed: these lists are outdated, and the new parent may be
   * outside of the site. If it is not, the next walk or `adoptLost` finds the block there.
   */
  dropLeft(): void {
    const { failures, published } = this.#options
    for (const id of this.#staleIds()) this.#dropContent(id)
    for (const { table, id } of failures.list()) {
      const groups = published.view(id)?.groups ?? []
      const rowIds = groups.flatMap((group) => group.rowIds)
      for (const row of table === 'collection' ? published.rowIds(id) : rowIds) this.#dropRow(row)
    }
  }

  #dropContent(id: string): void {
    const { staging, intake } = this.#options
    const block = staging.read('block', id)
    const isListed = (child: string) => intake.contentOf(id)?.includes(child) ?? false
    const left = block?.content?.filter((child) => !isListed(child) && this.#hasLeft(child, id))
    if (!block?.content || !left?.length) return
    const content = block.content.filter((child) => !left.includes(child))
    staging.amend('block', { ...block, content })
    for (const child of left) this.#left.add(`${id} ${child}`)
  }

  #dropRow(id: string): void {
    const copy = this.#publishedBlock(id)
    if (copy?.parent_table !== 'collection' || !this.#hasLeft(id, copy.parent_id)) return
    this.#options.collections.dropRow(copy)
    this.#left.add(`${copy.parent_id} ${id}`)
  }

  /** Whether a record names another parent than a list in which it is, and has changed since its publication. */
  #hasLeft(id: string, listerId: string): boolean {
    const { staging, frontier } = this.#options
    if (!frontier.isAccepted('block', id)) return false
    const staged = staging.isCurrent('block', id) ? staging.find('block', id) : undefined
    const flaw = flawOf(staged)
    if (!staged?.raw || flaw?.isAdrift) return false
    const block = JSON.parse(staged.raw) as Block
    if (block.alive === false || block.parent_id === listerId) return false
    const copy = this.#publishedBlock(id)
    if (!copy) return true
    // A stray block has been published with the parent that lists it.
    return (
      block.parent_id !== copy.parent_id && (Boolean(flaw) || versionOf(block) !== versionOf(copy))
    )
  }

  #publishedBlock(id: string): Block | undefined {
    // The table of blocks has no other records.
    return this.#options.published.find('block', id) as Block | undefined
  }

  /**
   * Looks for published blocks that are listed nowhere, though their parent is part of the site. A
   * stale parent lists them from now on, a collection counts them as its rows, and any other parent is
   * read once more: it was read before they moved there.
   */
  async adoptLost(fetcher: RecordFetcher): Promise<void> {
    const { frontier, published } = this.#options
    const staleIds = new Set(this.#staleIds())
    const isAccepted = (table: 'block' | 'collection', id: string) => frontier.isAccepted(table, id)
    const lost = [...published.lostBlocks(isAccepted)].toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const purpose = staleIds.size > 0 || this.#expired.size > 0 ? 'recheck' : 'prefetch'
    for (const { id } of lost) frontier.request({ table: 'block', id, pageId: id }, purpose)
    await fetcher.drain()
    for (const { id } of lost) this.#adopt(id, staleIds)
  }

  #adopt(id: string, staleIds: Set<string>): void {
    const { staging, frontier, collections } = this.#options
    const own = staging.isCurrent('block', id) && staging.read('block', id)
    if (!own || own.alive === false) return
    if (staleIds.has(own.parent_id)) this.#addTo(own.parent_id, id)
    else if (frontier.has('block', id)) return
    else if (own.parent_table === 'collection') {
      if (frontier.isAccepted('collection', own.parent_id) && collections.keepRow(own)) {
        this.#adopted.add(id)
      }
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
