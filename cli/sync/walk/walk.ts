import type { Block } from 'notion-types'

import type { Yielder } from '../../../db/mirror/yielder.ts'
import { isPage } from '../../../site/notion/blocks/block-references.ts'
import { UNREADABLE_TYPE } from '../../../site/notion/blocks/block-types.ts'
import { type Flaw, flawOf } from '../staging/flaw.ts'
import { type StagedRecord, isStagedPage } from '../staging/staging.ts'
import type { RecordTable, RecordTypes } from '../workspace/records/record-tables.ts'
import { Acceptance, type AcceptanceOptions } from './acceptance.ts'
import type { CollectionReader } from './collections/collection-reader.ts'
import { ReferenceFollower } from './follow-references.ts'
import type { Candidate } from './frontier.ts'
import type { DeepPages } from './requests/deep-pages.ts'
import type { RecordFetcher } from './requests/record-fetcher.ts'
import type { RecordIntake } from './requests/record-intake.ts'
import type { StrayBlocks } from './moves/stray-blocks.ts'

/** Unsent requests at which the walk reads on before it visits more, which bounds their memory. */
const MAX_REQUESTS = 2000

export interface WalkOptions extends Omit<AcceptanceOptions, 'references'> {
  fetcher: RecordFetcher
  intake: RecordIntake
  deepPages: DeepPages
  collections: CollectionReader
  strays: StrayBlocks
  rootPageId: string
  yielder: Yielder
  onProgress: () => void
}

/**
 * Visits the records of the workspace breadth first from the root page, until nothing new is
 * referenced. A record comes from staging when its page is unchanged since it was read, else from
 * the workspace. Every record is accepted or excluded once, so that cycles end.
 */
export class Walk {
  readonly #options: WalkOptions
  readonly #references: ReferenceFollower
  readonly #acceptance: Acceptance

  constructor(options: WalkOptions) {
    this.#options = options
    this.#references = new ReferenceFollower(options.frontier)
    this.#acceptance = new Acceptance({ ...options, references: this.#references })
  }

  /** Throws what ends a run: an outage, or the reason for which it was stopped. */
  async run(): Promise<void> {
    const { rootPageId: id, frontier } = this.#options
    frontier.enqueue({ table: 'block', id, pageId: id, referencedBy: id })
    do {
      await this.#readQueued()
    } while (
      (await this.#readCollections()) ||
      this.#references.enqueueOriginals() ||
      (await this.#readLinks())
    )
    this.#acceptance.excludeResponses()
    this.#acceptance.excludeOrphanViews()
  }

  /** Visits and requests records until none is queued or requested. */
  async #readQueued(): Promise<void> {
    const { fetcher } = this.#options
    try {
      do await this.#visitQueued()
      while (await fetcher.readNext())
    } catch (error) {
      await fetcher.stop(error)
      throw error
    }
  }

  /** Visits the queued records, and those that this queues in turn. */
  async #visitQueued(): Promise<void> {
    const { staging, frontier, yielder, onProgress } = this.#options
    while (frontier.requests.size <= MAX_REQUESTS) {
      const candidates = frontier.queued()
      if (candidates.length === 0) break
      staging.batch(() => candidates.forEach((candidate) => this.#visit(candidate)))
      await yielder.due()
    }
    onProgress()
  }

  /** Accepts or excludes a record if that can be decided now; else requests it. */
  #visit(candidate: Candidate): void {
    const { failures } = this.#options
    const { table, id, staged } = candidate
    if (this.#isFrozen(candidate)) this.#acceptPublished(candidate)
    else if (failures.has(table, id)) this.#acceptance.exclude(candidate, 'failed')
    else if (staged && this.#isCurrent(candidate, staged)) this.#acceptStaged(candidate, staged)
    else this.#read(candidate)
  }

  #read(candidate: Candidate): void {
    const { frontier } = this.#options
    this.#readDeepPage(candidate)
    frontier.request(candidate, 'content')
    frontier.wait(candidate)
  }

  #readDeepPage({ pageId, depth = 0 }: Candidate): void {
    const { deepPages, fetcher } = this.#options
    const blocks = this.#acceptance.blocksOn(pageId)
    if (depth > 0 && deepPages.isDue(pageId, { depth, blocks })) {
      fetcher.readChunks(pageId, deepPages.read(pageId))
    }
  }

  /** Whether a record stays as it was published: its rows failed, or it is out of scope. */
  #isFrozen({ table, id, pageId }: Candidate): boolean {
    const { failures, scope, published } = this.#options
    if (table !== 'block' && failures.has(table, id)) return true
    if (scope === undefined) return false
    const isPageId = table === 'block' && (scope.has(id) || published.isPage(id))
    return !scope.has(isPageId ? id : pageId) && published.has(table, id)
  }

  /**
   * Whether the staged record is as it is in the workspace now. The version of a page covers the
   * blocks on it, but not collections and views, which have versions of their own.
   */
  #isCurrent(candidate: Candidate, staged: StagedRecord): boolean {
    const { staging, intake, strays } = this.#options
    const { table, pageId } = candidate
    if (staged.run === staging.run) return true
    if (table !== 'block' || staged.flaw || staged.unread) return false
    if (staged.absence || isStagedPage(staged) || staged.pageId !== pageId) return false
    if (!strays.isCovered(candidate, staged)) return false
    return staged.run >= staging.trustedFrom && staged.as_of === intake.versionOf(pageId)
  }

  #acceptStaged(candidate: Candidate, staged: StagedRecord): void {
    if (staged.raw === null) {
      this.#acceptance.exclude(candidate, staged.flaw ? 'failed' : (staged.absence ?? 'missing'))
      return
    }
    const { strays, staging } = this.#options
    if (!strays.note(candidate, staged)) {
      staging.expire(candidate.id)
      this.#read(candidate)
      return
    }
    const record = JSON.parse(staged.raw) as RecordTypes[RecordTable]
    const flaw = candidate.table === 'block' ? flawOf(staged) : undefined
    if (flaw) this.#acceptFlawed(candidate, record as Block, flaw)
    else this.#acceptance.accept(candidate, record)
  }

  /** Accepts a flawed block where the workspace lists it now, even if its record names another parent. */
  #acceptFlawed(candidate: Candidate, block: Block, flaw: Flaw): void {
    const { frontier, rootPageId } = this.#options
    const { id, referencedBy, isRow } = candidate
    const parent = frontier.records.read('block', referencedBy)
    const isListed = parent?.content?.includes(id) ?? false
    const isRowOf = isRow === true && block.parent_table === 'collection'
    if (isListed && block.parent_id !== referencedBy) {
      const placed: Block = { ...block, parent_id: referencedBy, parent_table: 'block' }
      this.#acceptance.accept(candidate, placed, JSON.stringify(placed))
    } else if (flaw.isAdrift && !isListed && !isRowOf && id !== rootPageId) {
      this.#acceptance.exclude(candidate, 'failed')
    } else this.#acceptance.accept(candidate, block)
  }

  #acceptPublished(candidate: Candidate): void {
    const { published, staging } = this.#options
    const { table, id, staged } = candidate
    const record = published.find(table, id)
    // A new collection of which only the rows failed is accepted without them.
    const isRead = table !== 'block' && staged?.run === staging.run && staged.raw !== null
    if (record) this.#acceptance.accept(candidate, record, JSON.stringify(record))
    else if (isRead) this.#acceptStaged(candidate, staged)
    else this.#acceptance.exclude(candidate, 'failed')
  }

  /** Reads the rows of the collections that were found; false if there are none. */
  async #readCollections(): Promise<boolean> {
    const { collections, frontier } = this.#options
    const shown = this.#references.takeShown()
    if (shown.length === 0) return false
    for (const { rowIds, referencedBy } of await collections.read(shown)) {
      // A row is a page of its own.
      for (const id of rowIds) {
        frontier.enqueue({ table: 'block', id, pageId: id, referencedBy, isRow: true })
      }
    }
    this.#acceptance.requeueResponses()
    return true
  }

  /** Reads the targets of links, and queues those that are pages; false if there are none. */
  async #readLinks(): Promise<boolean> {
    const { frontier, fetcher } = this.#options
    const links = this.#references.takeLinks()
    for (const [id] of links) {
      if (!this.#isOutOfScope(id)) frontier.request({ table: 'block', id, pageId: id }, 'link')
    }
    await fetcher.drain()
    const pages = links.filter(([id]) => this.#mayBePage(id))
    for (const [id, referencedBy] of pages) {
      frontier.enqueue({ table: 'block', id, pageId: id, referencedBy })
    }
    return pages.length > 0
  }

  #isOutOfScope(id: string): boolean {
    const { scope, published } = this.#options
    return scope !== undefined && !scope.has(id) && published.isPage(id)
  }

  #mayBePage(id: string): boolean {
    const block = this.#options.staging.read('block', id)
    return block === undefined || isPage(block) || block.type === UNREADABLE_TYPE
  }
}
