import type { Block } from 'notion-types'

import type { PublishedRecords } from '../../../../db/publish/published-records.ts'
import { flawOf, keptBlockIds } from '../../staging/flaw.ts'
import type { Staging } from '../../staging/staging.ts'
import { versionOf } from '../../workspace/records/page-version.ts'
import type { CorrectedRows } from '../collections/corrected-rows.ts'
import type { Failures } from '../failures.ts'
import type { Frontier } from '../frontier.ts'
import type { RecordIntake } from '../requests/record-intake.ts'

interface OutdatedListsOptions {
  staging: Staging
  frontier: Frontier
  published: PublishedRecords
  failures: Failures
  intake: RecordIntake
  correctedRows: CorrectedRows
}

/**
 * Lists that stay as they were published: the content of blocks that are replaced by their published
 * copy, and the rows of collections and views whose query failed. A block that has moved meanwhile
 * would be listed twice.
 */
export class OutdatedLists {
  readonly #options: OutdatedListsOptions
  /** The entries that were removed from contents, as `<listing block> <removed block>`. */
  readonly #dropped = new Set<string>()

  constructor(options: OutdatedListsOptions) {
    this.#options = options
  }

  /** A number that grows with each correction of content, which needs another walk. */
  get corrections(): number {
    return this.#dropped.size
  }

  /**
   * Removes blocks and rows that have another parent now, which may be outside of the site. If it is
   * not, the next walk or `LostBlocks` finds them there.
   */
  dropLeft(): void {
    const { staging, failures, published } = this.#options
    for (const id of keptBlockIds(staging.client)) this.#dropContent(id)
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
    for (const child of left) this.#dropped.add(`${id} ${child}`)
  }

  #dropRow(id: string): void {
    const copy = this.#publishedBlock(id)
    if (copy?.parent_table !== 'collection' || !this.#hasLeft(id, copy.parent_id)) return
    this.#options.correctedRows.drop(id)
  }

  /** Whether a listed record has another parent now, and has changed since its publication. */
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

  /** Removes blocks that their new parent lists too, at the end of all walks. */
  dropMoved(): void {
    const { staging, frontier } = this.#options
    for (const id of keptBlockIds(staging.client)) {
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
}
