import type { Block } from 'notion-types'

import { CallError } from '../../workspace/call-error.ts'
import { CHUNK_BLOCKS, type Workspace } from '../../workspace/workspace.ts'

/** Levels that are read breadth first, one request each. Pages written by people rarely go deeper. */
const DEEP_LEVEL = 10

/** Blocks of a page that came with one chunk. */
export interface PageChunkBlocks {
  blocks: { id: string; block: Block; unread: string[] | undefined }[]
  isLast: boolean
}

/**
 * Reads deeply nested pages in chunks of a hundred blocks in reading order, because breadth first
 * each level costs a request. Blocks that no chunk contains are requested one level at a time.
 */
export class DeepPages {
  readonly #workspace: Workspace
  readonly #begun = new Set<string>()

  constructor(workspace: Workspace) {
    this.#workspace = workspace
  }

  /**
   * Whether to read a page in chunks now, as a block at this depth is missing; true at most once for
   * each page. Chunks repeat the known blocks of the page, which must not cost more requests than its
   * levels so far.
   */
  isDue(pageId: string, found: { depth: number; blocks: number }): boolean {
    if (found.depth <= DEEP_LEVEL || found.depth * CHUNK_BLOCKS < found.blocks) return false
    if (this.#begun.has(pageId)) return false
    this.#begun.add(pageId)
    return true
  }

  /** Yields the blocks below a page, chunk by chunk; ends early when the workspace refuses a chunk. */
  async *read(pageId: string): AsyncGenerator<PageChunkBlocks, void> {
    const found = new Set([pageId])
    try {
      for (let number = 0, stack: unknown[] = [], isLast = false; !isLast; number++) {
        const chunk = await this.#workspace.pageChunk({ pageId, number, stack })
        const before = found.size
        const blocks = blocksBelow(found, chunk.records)
        stack = chunk.stack
        // A cursor that brings nothing new may never end.
        isLast = stack.length === 0 || found.size === before
        yield { blocks, isLast }
      }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
}

/**
 * Returns the blocks of a chunk whose parent is in `found`, and adds them to it. Leaves out synced
 * originals and the ancestors of the page.
 */
function blocksBelow(
  found: Set<string>,
  records: { block: Map<string, Block | null>; unread: Map<string, string[]> }
): PageChunkBlocks['blocks'] {
  const blocks: PageChunkBlocks['blocks'] = []
  for (const [id, block] of records.block) {
    if (!block || !found.has(block.parent_id)) continue
    found.add(id)
    blocks.push({ id, block, unread: records.unread.get(id) })
  }
  return blocks
}
