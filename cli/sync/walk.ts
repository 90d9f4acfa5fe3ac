import type { Block } from 'notion-types'

import { blockReferences, isPage } from '../../site/block-references.ts'
import type { Account } from './account.ts'
import { Admission } from './admission.ts'
import type { Records, RecordTypes } from './records.ts'
import type { Staging } from './staging.ts'
import { type CollectionToRead, readCollection } from './read-collection.ts'
import type { Workspace } from './workspace.ts'

export interface WalkOptions {
  workspace: Workspace
  staging: Staging
  account: Account
  rootPageId: string
  spaceId: string
  /** Pages that are not part of the site, and nothing that only they lead to. */
  excludedPageIds: string[]
  /** Called after each round with the number of blocks that are known and not read yet. */
  onProgress: (pending: number) => void
}

/**
 * Reads the workspace from the root page on into staging, breadth first: all blocks that are known
 * by now are asked for together, whatever page they stand on, then what those name, until nothing
 * new is named. Every id is asked for once, so cycles end and omitted records are not chased.
 */
export async function walk(options: WalkOptions): Promise<void> {
  await new Walk(options).run()
}

class Walk {
  readonly #options: WalkOptions
  readonly #admission: Admission
  readonly #seen = new Set<string>()
  /** Blocks still to be read, and who names them. */
  #wanted = new Map<string, string>()
  /** Targets of links and mentions. They are read last: by then most of them are there as content. */
  #links = new Map<string, string>()
  /** Link targets that turned out to be blocks inside pages; they may still be reached as content. */
  readonly #noPages = new Set<string>()
  #collections: CollectionToRead[] = []
  readonly #views = new Set<string>()
  readonly #users = new Map<string, string>()

  constructor(options: WalkOptions) {
    this.#options = options
    this.#admission = new Admission(options)
    this.#want([options.rootPageId], options.rootPageId)
  }

  async run(): Promise<void> {
    while (this.#wanted.size + this.#collections.length + this.#links.size > 0) {
      if (this.#wanted.size > 0) await this.#readBlocks()
      else if (this.#collections.length > 0) await this.#readCollections()
      else await this.#readLinks()
      this.#options.onProgress(this.#wanted.size)
    }
    await this.#readUsers()
  }

  async #readBlocks(): Promise<void> {
    const asked = this.#wanted
    this.#wanted = new Map()
    const blocks = await this.#blocksById([...asked.keys()])
    for (const [id, namedBy] of asked) this.#take(id, blocks.get(id), namedBy)
  }

  /** Follows links to pages; a link may point at any block, and other blocks bring nothing along. */
  async #readLinks(): Promise<void> {
    const links = [...this.#links].filter(([id]) => !this.#seen.has(id) && !this.#noPages.has(id))
    this.#links = new Map()
    const ids = links.map(([id]) => id)
    const blocks = await this.#blocksById(ids, 'links')
    await this.#readHomes(blocks)
    for (const [id, namedBy] of links) {
      const block = blocks.get(id)
      if (block && !isPage(block)) this.#noPages.add(id)
      if (this.#seen.has(id) || this.#noPages.has(id)) continue
      this.#seen.add(id)
      this.#take(id, block, namedBy)
    }
  }

  /** Reads the collections of linked rows that no view has brought: the schema says what a row shows, and whether. */
  async #readHomes(blocks: Map<string, Block | null>): Promise<void> {
    const homes = [...blocks.values()].flatMap((block) =>
      block?.parent_table === 'collection' && !this.#admission.knows(block.parent_id)
        ? [block.parent_id]
        : []
    )
    const answers = await this.#options.workspace.records('collection', [...new Set(homes)])
    for (const collection of answers.flatMap((answer) => [...answer.collection.values()])) {
      if (!collection) continue
      this.#admission.learn(collection)
      this.#options.staging.save('collection', collection)
    }
  }

  async #blocksById(ids: string[], kind: 'content' | 'links' = 'content') {
    const answers = await this.#options.workspace.records('block', ids, kind)
    return new Map(answers.flatMap((answer) => [...answer.block]))
  }

  /** Stores a block and notes what it names, or says in the account why it is not stored. */
  #take(id: string, block: Block | null | undefined, namedBy: string): void {
    const absence = this.#admission.absenceOf(block)
    if (absence || !block) {
      this.#leaveOut({ table: 'block', id, reason: absence ?? 'missing', namedBy })
      return
    }
    this.#options.staging.save('block', block)
    this.#follow(block)
  }

  #follow(block: Block): void {
    const named = blockReferences(block)
    this.#want([...named.content, ...named.originals], block.id)
    for (const id of named.pages) this.#links.set(id, block.id)
    for (const userId of named.userIds) this.#users.set(userId, block.id)

    const viewIds = named.viewIds.filter((id) => !this.#views.has(id))
    viewIds.forEach((id) => this.#views.add(id))
    if (named.collectionId) {
      this.#collections.push({ collectionId: named.collectionId, viewIds, namedBy: block.id })
    }
  }

  #want(ids: string[], namedBy: string): void {
    for (const id of ids) {
      if (this.#seen.has(id)) continue
      this.#seen.add(id)
      this.#wanted.set(id, namedBy)
    }
  }

  async #readCollections(): Promise<void> {
    const found = this.#collections
    this.#collections = []
    const { workspace, staging, account, spaceId } = this.#options
    const rounds = await Promise.all(
      found.map((collection) =>
        readCollection({ workspace, staging, account, spaceId, collection })
      )
    )
    for (const { record, rows, namedBy } of rounds) {
      if (record) this.#admission.learn(record)
      this.#takeRows(rows, namedBy)
    }
  }

  /** Rows come with the answer to their query; only those that did not are asked for by id. */
  #takeRows(rows: Map<string, Block | null | undefined>, namedBy: string): void {
    for (const [id, row] of rows) {
      if (this.#seen.has(id) && !this.#wanted.has(id)) continue
      if (row === undefined) {
        this.#want([id], namedBy)
        continue
      }
      this.#seen.add(id)
      this.#wanted.delete(id)
      this.#take(id, row, namedBy)
    }
  }

  async #readUsers(): Promise<void> {
    const { workspace, staging } = this.#options
    const ids = [...this.#users.keys()]
    // Whether anybody may read accounts is the workspace's choice.
    const answers = await workspace.records('notion_user', ids, 'links')
    for (const user of answers.flatMap(foundUsers)) staging.save('notion_user', user)
  }

  #leaveOut(record: Account['absent'][number]): void {
    this.#options.account.absent.push(record)
  }
}

function foundUsers(records: Records): RecordTypes['notion_user'][] {
  return [...records.notion_user.values()].filter((user) => user !== null)
}
