import { isPage } from '../../../site/notion/blocks/block-references.ts'
import { CallError } from '../workspace/call-error.ts'
import type { RecordReader } from './record-reader.ts'
import type { Records } from '../workspace/read-records.ts'
import { CHUNK_BLOCKS, type Workspace } from '../workspace/workspace.ts'

/** Levels that are read breadth first, a request each. Pages that people write end above it. */
const DEEP_LEVEL = 10

interface DeepPagesOptions {
  workspace: Workspace
  reader: RecordReader
}

/**
 * Reads deeply nested pages in chunks, a hundred blocks a request in reading order: breadth first
 * each level costs a request. What no chunk brings is left to the reader.
 */
export class DeepPages {
  readonly #options: DeepPagesOptions
  readonly #begun = new Set<string>()

  constructor(options: DeepPagesOptions) {
    this.#options = options
  }

  /**
   * Begins to read a page in chunks when a block this deep is missing. The chunks repeat what is known
   * of the page; that must not cost more requests than its levels have cost so far.
   */
  consider(pageId: string, found: { depth: number; blocks: number }): void {
    if (found.depth <= DEEP_LEVEL || found.depth * CHUNK_BLOCKS < found.blocks) return
    if (this.#begun.has(pageId)) return
    this.#begun.add(pageId)
    this.#options.reader.defer(pageId, this.#read(pageId))
  }

  async *#read(pageId: string): AsyncGenerator<void, void> {
    const { workspace } = this.#options
    const inside = new Set([pageId])
    try {
      for (let number = 0, stack: unknown[] = []; ; number++) {
        const chunk = await workspace.pageChunk({ pageId, number, stack })
        const before = inside.size
        this.#accept(pageId, chunk.records, inside)
        // A cursor that brings nothing new may never end.
        if (chunk.stack.length === 0 || inside.size === before) return
        stack = chunk.stack
        yield
      }
    } catch (error) {
      // A refused chunk is no loss: the reader asks for the blocks one level at a time.
      if (!(error instanceof CallError)) throw error
    }
  }

  /** Stages the blocks that hang on the page by their parents; originals and pages above stay out. */
  #accept(pageId: string, records: Records, inside: Set<string>): void {
    const { reader } = this.#options
    for (const [id, block] of records.block) {
      if (!block || !inside.has(block.parent_id)) continue
      if (!isPage(block)) inside.add(id)
      if (reader.isCurrent('block', id)) continue
      reader.intake.accept({ table: 'block', id, unit: pageId }, block, records.unread.get(id))
    }
  }
}
