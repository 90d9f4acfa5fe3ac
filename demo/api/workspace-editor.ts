import type { Block, Collection, CollectionView, Decoration, User } from 'notion-types'

import { isPage } from '../../site/notion/blocks/block-references.ts'
import { clearRowIndex } from './row-index.ts'
import type { WorkspaceFile } from '../builder/workspace-file.ts'

const MINUTE_MS = 60_000

/**
 * Edits a served workspace and updates versions as the real API does. An edit increments the
 * version of the block and of its page, but not of the pages above. Adding a row does not change
 * its collection. Editing a synced original or a mentioned title does not change the page that
 * shows it.
 */
export class WorkspaceEditor {
  readonly #workspace: WorkspaceFile
  readonly #privateIds: Set<string>

  constructor(workspace: WorkspaceFile, privateIds: Set<string>) {
    this.#workspace = workspace
    this.#privateIds = privateIds
  }

  /** Returns a copy of a block. */
  read(blockId: string): Block {
    return structuredClone(this.#block(blockId))
  }

  /** Sets the text (or title) of a block. */
  setText(blockId: string, text: string): void {
    this.setProperty(blockId, 'title', [[text]])
  }

  /** Sets a property of a block or row; undefined removes it. */
  setProperty(blockId: string, property: string, value: Decoration[] | undefined): void {
    const block = this.#block(blockId)
    const { [property]: _, ...others } = (block.properties ?? {}) as Record<string, Decoration[]>
    // The type allows only properties of the block's type.
    block.properties = (value ? { ...others, [property]: value } : others) as never
    this.#touch(block)
  }

  /** Adds a block (or page) to the content of another, at the end or at an index. */
  add(parentId: string, block: Block, index?: number): void {
    this.#workspace.block[block.id] = Object.assign(structuredClone(block), {
      parent_id: parentId,
      parent_table: 'block'
    })
    clearRowIndex(this.#workspace)
    this.#list(this.#block(parentId), block.id, index)
  }

  /** Adds a row to a collection; changes no other record. */
  addRow(collectionId: string, row: Block): void {
    this.#workspace.block[row.id] = Object.assign(structuredClone(row), {
      parent_id: collectionId,
      parent_table: 'collection'
    })
    clearRowIndex(this.#workspace)
  }

  /** Moves a block to another parent or position. */
  move(blockId: string, parentId: string, index?: number): void {
    const block = this.#block(blockId)
    this.#unlist(block)
    Object.assign(block, { parent_id: parentId, parent_table: 'block' })
    clearRowIndex(this.#workspace)
    this.#list(this.#block(parentId), blockId, index)
    this.#touch(block)
  }

  /** Moves a block and its descendants to the trash. */
  trash(blockId: string): void {
    const block = this.#block(blockId)
    this.#unlist(block)
    this.#setAlive(block, false)
  }

  /** Restores a block and its descendants from the trash, at the end of its parent's content. */
  restore(blockId: string): void {
    const block = this.#block(blockId)
    this.#setAlive(block, true)
    if (block.parent_table === 'block') this.#list(this.#block(block.parent_id), blockId)
  }

  /**
   * Deletes a block's record permanently; with `isListed` its id remains in its parent's content.
   */
  erase(blockId: string, isListed = false): void {
    const block = this.#block(blockId)
    if (!isListed) this.#unlist(block)
    delete this.#workspace.block[blockId]
    clearRowIndex(this.#workspace)
  }

  /** Sets whether a record may be read. This changes no version. */
  setPrivate(id: string, isPrivate: boolean): void {
    if (isPrivate) this.#privateIds.add(id)
    else this.#privateIds.delete(id)
  }

  /** Sets fields of a block, such as its space. */
  change(blockId: string, fields: object): void {
    const block = Object.assign(this.#block(blockId), fields)
    clearRowIndex(this.#workspace)
    this.#touch(block)
  }

  changeCollection(collectionId: string, fields: Partial<Collection>): void {
    const collection = this.#workspace.collection[collectionId]
    if (!collection) throw new Error(`there is no collection ${collectionId}`)
    Object.assign(collection, fields, { version: (collection.version ?? 0) + 1 })
  }

  /** Sets fields of a user; changes no other record. */
  changeUser(userId: string, fields: Partial<User>): void {
    const user = this.#workspace.notion_user[userId]
    if (!user) throw new Error(`there is no user ${userId}`)
    Object.assign(user, fields, { version: user.version + 1 })
  }

  changeView(viewId: string, fields: object): void {
    const view: CollectionView | undefined = this.#workspace.collection_view[viewId]
    if (!view) throw new Error(`there is no view ${viewId}`)
    Object.assign(view, fields, { version: (view.version ?? 0) + 1 })
  }

  /** Adds a view to a collection view block. */
  addView(blockId: string, view: CollectionView): void {
    this.#workspace.collection_view[view.id] = structuredClone(view)
    const block = this.#block(blockId)
    const viewIds = 'view_ids' in block ? block.view_ids : []
    this.change(blockId, { view_ids: [...(viewIds ?? []), view.id] })
  }

  #block(id: string): Block {
    const block = this.#workspace.block[id]
    if (!block) throw new Error(`there is no block ${id}`)
    return block
  }

  #list(parent: Block, id: string, index = parent.content?.length ?? 0): void {
    parent.content = (parent.content ?? []).toSpliced(index, 0, id)
    this.#touch(parent)
  }

  /** Removes a block from its parent's content. */
  #unlist(block: Block): void {
    const parent = this.#workspace.block[block.parent_id]
    if (!parent?.content?.includes(block.id)) return
    parent.content = parent.content.filter((id) => id !== block.id)
    this.#touch(parent)
  }

  #setAlive(block: Block, isAlive: boolean): void {
    const seen = new Set<Block>()
    const stack = [block]
    for (let next = stack.pop(); next; next = stack.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      next.alive = isAlive
      next.version++
      stack.push(...(next.content ?? []).flatMap((id) => this.#workspace.block[id] ?? []))
    }
  }

  /**
   * Updates the version and edit time of a block and its page; edit times have minutes, as in
   * Notion.
   */
  #touch(block: Block): void {
    const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
    for (const touched of new Set([block, this.#pageOf(block)])) {
      if (touched) Object.assign(touched, { version: touched.version + 1, last_edited_time: now })
    }
  }

  #pageOf(block: Block): Block | undefined {
    const seen = new Set<Block>()
    let ancestor: Block | undefined = block
    while (ancestor && !isPage(ancestor) && !seen.has(ancestor)) {
      seen.add(ancestor)
      ancestor = this.#workspace.block[ancestor.parent_id]
    }
    return ancestor
  }
}
