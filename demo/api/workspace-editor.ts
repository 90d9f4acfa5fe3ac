import type { Block, Collection, CollectionView, Decoration, User } from 'notion-types'

import { forgetRows } from './row-index.ts'
import type { WorkspaceFile } from '../builder/workspace-file.ts'

const MINUTE_MS = 60_000

/**
 * Edits a workspace while it is served, and moves versions as the real API does: those of the
 * edited block and of the page that holds it, and of no page above; a new row moves nothing of its
 * collection; a synced original or a mentioned title moves nothing of the page that shows it.
 */
export class WorkspaceEditor {
  readonly #workspace: WorkspaceFile
  readonly #privateIds: Set<string>

  constructor(workspace: WorkspaceFile, privateIds: Set<string>) {
    this.#workspace = workspace
    this.#privateIds = privateIds
  }

  /** A copy of a block as it is now. */
  read(blockId: string): Block {
    return structuredClone(this.#block(blockId))
  }

  /** Writes another text (or title) into a block. */
  setText(blockId: string, text: string): void {
    this.setProperty(blockId, 'title', [[text]])
  }

  /** Sets a property of a block or row; undefined takes it away. */
  setProperty(blockId: string, property: string, value: Decoration[] | undefined): void {
    const block = this.#block(blockId)
    const { [property]: _, ...others } = (block.properties ?? {}) as Record<string, Decoration[]>
    // The properties of a block are those of its type; an edit may set any.
    block.properties = (value ? { ...others, [property]: value } : others) as never
    this.#touch(block)
  }

  /** Puts a block (or page) with all it needs into the content of another, at the end or at an index. */
  add(parentId: string, block: Block, index?: number): void {
    this.#workspace.block[block.id] = Object.assign(structuredClone(block), {
      parent_id: parentId,
      parent_table: 'block'
    })
    forgetRows(this.#workspace)
    this.#list(this.#block(parentId), block.id, index)
  }

  /** Adds a row to a collection; only the row itself knows. */
  addRow(collectionId: string, row: Block): void {
    this.#workspace.block[row.id] = Object.assign(structuredClone(row), {
      parent_id: collectionId,
      parent_table: 'collection'
    })
    forgetRows(this.#workspace)
  }

  /** Moves a block to another place, on its page or another. */
  move(blockId: string, parentId: string, index?: number): void {
    const block = this.#block(blockId)
    this.#unlist(block)
    Object.assign(block, { parent_id: parentId, parent_table: 'block' })
    forgetRows(this.#workspace)
    this.#list(this.#block(parentId), blockId, index)
    this.#touch(block)
  }

  /** Puts a block and all below it into the trash. */
  trash(blockId: string): void {
    const block = this.#block(blockId)
    this.#unlist(block)
    this.#setAlive(block, false)
  }

  /** Takes a block and all below it out of the trash, to the end of what held it. */
  restore(blockId: string): void {
    const block = this.#block(blockId)
    this.#setAlive(block, true)
    if (block.parent_table === 'block') this.#list(this.#block(block.parent_id), blockId)
  }

  /** Removes a block's record for good; `isListed` leaves its id where it was listed. */
  erase(blockId: string, isListed = false): void {
    const block = this.#block(blockId)
    if (!isListed) this.#unlist(block)
    delete this.#workspace.block[blockId]
    forgetRows(this.#workspace)
  }

  /** Says whether a record may be read. Sharing moves no version. */
  setPrivate(id: string, isPrivate: boolean): void {
    if (isPrivate) this.#privateIds.add(id)
    else this.#privateIds.delete(id)
  }

  /** Changes fields of a block as they are, such as its space. */
  change(blockId: string, fields: object): void {
    const block = Object.assign(this.#block(blockId), fields)
    forgetRows(this.#workspace)
    this.#touch(block)
  }

  changeCollection(collectionId: string, fields: Partial<Collection>): void {
    const collection = this.#workspace.collection[collectionId]
    if (!collection) throw new Error(`there is no collection ${collectionId}`)
    Object.assign(collection, fields, { version: (collection.version ?? 0) + 1 })
  }

  /** Changes an account, which no other record notices. */
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

  /** Adds a view to a block that shows collections. */
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

  /** Takes a block out of the content that lists it. */
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

  /** Moves the versions of a block and of the page that holds it; edits are stamped to the minute. */
  #touch(block: Block): void {
    const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
    for (const touched of new Set([block, this.#pageOf(block)])) {
      if (touched) Object.assign(touched, { version: touched.version + 1, last_edited_time: now })
    }
  }

  #pageOf(block: Block): Block | undefined {
    const seen = new Set<Block>()
    let above: Block | undefined = block
    while (above && !isPage(above) && !seen.has(above)) {
      seen.add(above)
      above = this.#workspace.block[above.parent_id]
    }
    return above
  }
}

function isPage(block: Block): boolean {
  return block.type === 'page' || block.type === 'collection_view_page'
}
