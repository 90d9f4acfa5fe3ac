import type { Block } from 'notion-types'

import type { PublishedRecords } from '../../../../db/publish/published-records.ts'
import { type StagedRecord, type Staging, isMarked, isStagedPage } from '../../staging/staging.ts'
import type { Candidate, Frontier } from '../frontier.ts'
import type { RecordIntake } from '../requests/record-intake.ts'

interface StrayBlocksOptions {
  staging: Staging
  frontier: Frontier
  intake: RecordIntake
  published: PublishedRecords
}

/**
 * Blocks that are listed by another block than their parent. An edit of such a block changes the
 * version of its parent's page, so the version of the page that lists it covers neither the block nor
 * its content. Each run reads them.
 */
export class StrayBlocks {
  readonly #options: StrayBlocksOptions
  /** Ids of stray blocks and of the blocks in them. */
  readonly #uncovered = new Set<string>()
  /** The block that lists a stray block, by the id of the stray block. */
  readonly #listedBy = new Map<string, string>()

  constructor(options: StrayBlocksOptions) {
    this.#options = options
  }

  /** Forgets the blocks that were found, for a repeated walk. */
  clear(): void {
    this.#uncovered.clear()
    this.#listedBy.clear()
  }

  /** Whether the version of its page covers a block: its own parent lists it, and is covered itself. */
  isCovered({ referencedBy }: Candidate, staged: StagedRecord): boolean {
    return staged.parent_id === referencedBy && !this.#uncovered.has(referencedBy)
  }

  /**
   * Marks a visited block that is not covered, so that the next runs read it. Returns false if a block
   * with a mark is covered now: it must be read again, because no page version is stored with it.
   */
  note(candidate: Candidate, staged: StagedRecord): boolean {
    const { table, id, referencedBy } = candidate
    if (table !== 'block' || isStagedPage(staged)) return true
    const hasMark = isMarked(staged.as_of)
    if (this.isCovered(candidate, staged)) {
      return !hasMark || staged.flaw !== null || !this.#hasVersion(candidate.pageId)
    }
    this.#uncovered.add(id)
    if (staged.parent_id !== referencedBy) this.#listedBy.set(id, referencedBy)
    if (!hasMark) this.#options.staging.mark(id)
    return true
  }

  /** Makes the listing block the parent of each stray block that its own parent does not list. */
  place(): void {
    const { records } = this.#options.frontier
    for (const [id, referencedBy] of this.#listedBy) {
      const block = records.read('block', id)
      if (!block || this.#lists(block.parent_id, id)) continue
      const parent = [this.#publishedParent(id), referencedBy].find((each) => this.#lists(each, id))
      // A view names the block of its form, and a synced copy its original; neither lists it.
      if (parent === undefined) continue
      const placed: Block = { ...block, parent_id: parent, parent_table: 'block' }
      records.rewrite('block', placed)
    }
  }

  /**
   * The parent with which a stray block was published. It is preferred if several blocks list the stray
   * block, because the order of the walk may differ in each run.
   */
  #publishedParent(id: string): string | undefined {
    const block = this.#options.published.find('block', id)
    return block && 'parent_id' in block ? block.parent_id : undefined
  }

  #lists(parent: string | undefined, id: string): boolean {
    if (parent === undefined) return false
    return this.#options.frontier.records.read('block', parent)?.content?.includes(id) ?? false
  }

  #hasVersion(pageId: string): boolean {
    const version = this.#options.intake.versionOf(pageId)
    return version !== undefined && !isMarked(version)
  }
}
