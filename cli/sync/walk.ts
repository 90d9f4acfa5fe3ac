import type { Block } from 'notion-types'

import { blockReferences, isPage } from '../../site/block-references.ts'
import type { Absence, Account } from './account.ts'
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
  /** Called after each round with the number of blocks that are known and not read yet. */
  onProgress: (pending: number) => void
}

/** A block that is still to be read: who names it, and whether it counts only if it is a page. */
interface Wanted {
  namedBy: string
  isLink: boolean
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
  readonly #seen = new Set<string>()
  #wanted = new Map<string, Wanted>()
  #collections: CollectionToRead[] = []
  readonly #views = new Set<string>()
  readonly #users = new Map<string, string>()

  constructor(options: WalkOptions) {
    this.#options = options
    this.#want([options.rootPageId], { namedBy: options.rootPageId, isLink: false })
  }

  async run(): Promise<void> {
    while (this.#wanted.size > 0 || this.#collections.length > 0) {
      if (this.#wanted.size > 0) await this.#readBlocks()
      if (this.#collections.length > 0) await this.#readCollections()
      this.#options.onProgress(this.#wanted.size)
    }
    await this.#readUsers()
  }

  async #readBlocks(): Promise<void> {
    const asked = this.#wanted
    this.#wanted = new Map()
    const answers = await this.#options.workspace.records('block', [...asked.keys()])
    const blocks = new Map(answers.flatMap((answer) => [...answer.block]))
    for (const [id, wanted] of asked) this.#take(id, blocks.get(id), wanted)
  }

  /** Stores a block and notes what it names, or says in the account why it is not stored. */
  #take(id: string, block: Block | null | undefined, wanted: Wanted): void {
    const absence = this.#absenceOf(block)
    if (absence || !block) {
      this.#leaveOut({ table: 'block', id, reason: absence ?? 'missing', namedBy: wanted.namedBy })
      return
    }
    // A link may point at any block; only pages are followed.
    if (wanted.isLink && !isPage(block)) return

    this.#options.staging.save('block', block)
    this.#follow(block)
  }

  #absenceOf(block: Block | null | undefined): Absence | undefined {
    if (block === undefined) return 'missing'
    if (block === null) return 'private'
    if (block.alive === false) return 'deleted'
    const isForeign = block.space_id !== undefined && block.space_id !== this.#options.spaceId
    return isForeign ? 'foreign' : undefined
  }

  #follow(block: Block): void {
    const named = blockReferences(block)
    this.#want([...named.content, ...named.originals], { namedBy: block.id, isLink: false })
    this.#want(named.pages, { namedBy: block.id, isLink: true })
    for (const userId of named.userIds) this.#users.set(userId, block.id)

    const viewIds = named.viewIds.filter((id) => !this.#views.has(id))
    viewIds.forEach((id) => this.#views.add(id))
    if (named.collectionId) {
      this.#collections.push({ collectionId: named.collectionId, viewIds, namedBy: block.id })
    }
  }

  #want(ids: string[], wanted: Wanted): void {
    for (const id of ids) {
      if (this.#seen.has(id)) continue
      this.#seen.add(id)
      this.#wanted.set(id, wanted)
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
    for (const { rows, namedBy } of rounds) this.#takeRows(rows, namedBy)
  }

  /** Rows come with the answer to their query; only those that did not are asked for by id. */
  #takeRows(rows: Map<string, Block | null | undefined>, namedBy: string): void {
    for (const [id, row] of rows) {
      if (this.#seen.has(id) && !this.#wanted.has(id)) continue
      if (row === undefined) {
        this.#want([id], { namedBy, isLink: false })
        continue
      }
      this.#seen.add(id)
      this.#wanted.delete(id)
      this.#take(id, row, { namedBy, isLink: false })
    }
  }

  async #readUsers(): Promise<void> {
    const { workspace, staging } = this.#options
    const answers = await workspace.records('notion_user', [...this.#users.keys()])
    for (const user of answers.flatMap(foundUsers)) staging.save('notion_user', user)
  }

  #leaveOut(record: Account['absent'][number]): void {
    this.#options.account.absent.push(record)
  }
}

function foundUsers(records: Records): RecordTypes['notion_user'][] {
  return [...records.notion_user.values()].filter((user) => user !== null)
}
