import type { Block, CollectionView } from 'notion-types'

import { blockReferences, viewCollectionId } from '../../../site/notion/blocks/block-references.ts'
import { widgetIds } from '../../../site/notion/collections/dashboard.ts'
import { formBlockId } from '../../../site/notion/collections/form-view.ts'
import type { RecordTable } from '../workspace/records/record-tables.ts'
import type { ShownCollection } from './collections/collection-tasks.ts'
import type { Frontier, Reference } from './frontier.ts'

/**
 * Queues the records to which accepted ones refer. Originals of synced blocks, links and shown
 * collections are collected for later: by then most of these records are found as content.
 */
export class ReferenceFollower {
  readonly #frontier: Frontier
  /** Originals of synced blocks, by id, with the block that refers to each. */
  readonly #originals = new Map<string, string>()
  /** Targets of links and mentions, by id, with the first block that refers to each. */
  readonly #links = new Map<string, string>()
  /** Blocks that show collections. Their views must be read first. */
  #shown: ShownCollection[] = []

  constructor(frontier: Frontier) {
    this.#frontier = frontier
  }

  /** `depth`: levels of the block below its page. */
  followBlock(block: Block, { pageId, depth }: { pageId: string; depth: number }): void {
    const references = blockReferences(block)
    const by = { pageId, referencedBy: block.id }
    this.#enqueue('block', references.content, { ...by, depth: depth + 1 })
    this.#enqueue('notion_user', references.userIds, by)
    this.#enqueue('collection_view', references.viewIds, by)
    if (references.collectionId) this.#enqueue('collection', [references.collectionId], by)
    for (const id of references.originals) this.#originals.set(id, block.id)
    for (const id of references.pages) if (!this.#links.has(id)) this.#links.set(id, block.id)
    if (references.collectionId || references.viewIds.length > 0) {
      const { collectionId, viewIds } = references
      this.#shown.push({ collectionId, viewIds, ...by })
    }
  }

  /**
   * A view names its collection, which its block may not do. A form names the block with its title,
   * and a dashboard the views of its widgets.
   */
  followView(view: CollectionView, pageId: string): void {
    const collectionId = viewCollectionId(view)
    const by = { referencedBy: view.id }
    if (collectionId) this.#enqueue('collection', [collectionId], { ...by, pageId })
    this.#enqueue('collection_view', widgetIds(view), { ...by, pageId })
    const formId = formBlockId(view)
    // No page version covers this block.
    if (formId) this.#enqueue('block', [formId], { ...by, pageId: formId })
  }

  /** Removes and returns the collections that blocks show. */
  takeShown(): ShownCollection[] {
    const shown = this.#shown
    this.#shown = []
    return shown
  }

  /** Queues the originals that are on no page of the site; false if there are none. */
  enqueueOriginals(): boolean {
    const originals = this.#takeNew(this.#originals)
    for (const [id, referencedBy] of originals) {
      this.#enqueue('block', [id], { pageId: id, referencedBy })
    }
    return originals.length > 0
  }

  /** Removes and returns the targets of links that are not found, with the block that has each link. */
  takeLinks(): [id: string, referencedBy: string][] {
    return this.#takeNew(this.#links)
  }

  #takeNew(references: Map<string, string>): [id: string, referencedBy: string][] {
    const fresh = [...references].filter(([id]) => !this.#frontier.has('block', id))
    references.clear()
    return fresh
  }

  #enqueue(table: RecordTable, ids: string[], by: Omit<Reference, 'table' | 'id'>): void {
    for (const id of ids) this.#frontier.enqueue({ table, id, ...by })
  }
}
