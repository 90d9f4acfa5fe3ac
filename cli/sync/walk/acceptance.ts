import type { Block, Collection, CollectionView } from 'notion-types'

import type { PublishedRecords } from '../../../db/publish/published-records.ts'
import { isPage } from '../../../site/notion/blocks/block-references.ts'
import { UNREADABLE_TYPE, renderedBlockTypes } from '../../../site/notion/blocks/block-types.ts'
import { plainText } from '../../../site/notion/text/rich-text.ts'
import type { Absence, SyncReport } from '../report/sync-report.ts'
import type { Staging } from '../staging/staging.ts'
import type { RecordTable, RecordTypes } from '../workspace/records/record-tables.ts'
import type { Eligibility } from './eligibility.ts'
import type { Failures } from './failures.ts'
import type { ReferenceFollower } from './follow-references.ts'
import type { FormResponses } from './collections/form-responses.ts'
import type { Frontier, Reference } from './frontier.ts'
import type { FrozenPages } from './moves/frozen-pages.ts'

export interface AcceptanceOptions {
  staging: Staging
  frontier: Frontier
  references: ReferenceFollower
  eligibility: Eligibility
  responses: FormResponses
  failures: Failures
  published: PublishedRecords
  frozen: FrozenPages
  report: SyncReport
  /** The only pages to read; undefined for all. */
  scope: Set<string> | undefined
}

/**
 * Accepts read records into the site, excludes them with a reason, or lets them wait: a row for its
 * collection, a form response for a view that shows it. Excluded records are listed in the report.
 */
export class Acceptance {
  readonly #options: AcceptanceOptions
  /** Accepted blocks, by page. */
  readonly #sizes = new Map<string, number>()
  /** Ids of rows that wait for their collection, by collection. */
  readonly #waitingRows = new Map<string, string[]>()
  /** Form responses that no view shows so far. */
  readonly #unshown = new Map<string, Reference>()

  constructor(options: AcceptanceOptions) {
    this.#options = options
  }

  /** The number of blocks that are accepted on a page. */
  blocksOn(pageId: string): number {
    return this.#sizes.get(pageId) ?? 0
  }

  /** Accepts a record if it belongs to the site. `override` is its text where that is not the one in staging. */
  accept(reference: Reference, record: RecordTypes[RecordTable], override?: string): void {
    const { table } = reference
    if (table === 'block') this.#acceptBlock(reference, record as Block, override)
    else if (table === 'notion_user') this.#options.frontier.accept(reference, record, override)
    else this.#acceptCollection(reference, record as Collection | CollectionView, override)
  }

  /** Leaves a record out of the site, and lists it in the report unless it failed or is a user. */
  exclude(reference: Reference, reason: Absence | 'failed', block?: Block): void {
    const { frontier, report, published } = this.#options
    const { table, id, referencedBy } = reference
    frontier.exclude(reference, block ? isPage(block) : published.isPage(id))
    this.#requeueRows(reference)
    // Failures are listed separately. Unreadable users are a choice of the workspace and no fault.
    if (reason === 'failed' || table === 'notion_user') return
    const title = block ? titleOf(block) : (published.title(id) ?? null)
    report.absent.push({ table, id, title, reason, named_by: referencedBy })
  }

  /** Queues the waiting form responses again, after more views were read. */
  requeueResponses(): void {
    for (const id of this.#unshown.keys()) this.#options.frontier.requeue('block', id)
    this.#unshown.clear()
  }

  /** Excludes form responses that no view shows, also those that are published. */
  excludeResponses(): void {
    const { staging, eligibility, frontier, responses, published } = this.#options
    for (const collectionId of responses.formCollections) {
      for (const id of published.rowIds(collectionId)) {
        if (frontier.has('block', id)) continue
        const row = { table: 'block', id, pageId: id, referencedBy: collectionId } as const
        const reference = { ...row, isRow: true }
        frontier.enqueue(reference)
        this.#unshown.set(id, reference)
      }
    }
    for (const reference of this.#unshown.values()) {
      const block = staging.read('block', reference.id)
      this.exclude(reference, (block && eligibility.absenceOf(block)) ?? 'response', block)
    }
  }

  /** Excludes views that show nothing: their collection is not accepted, or they are new and failed. */
  excludeOrphanViews(): void {
    const { frontier, failures } = this.#options
    for (const { collectionId, ...view } of frontier.orphanViews()) {
      frontier.revoke(view)
      const isFailed = failures
        .list()
        .some(({ id, pageId }) => id === view.id || pageId === view.pageId)
      const reason = collectionId === null ? 'missing' : this.#absenceOfCollection(collectionId)
      this.exclude(view, isFailed ? 'failed' : reason)
    }
  }

  #acceptCollection(
    reference: Reference,
    record: Collection | CollectionView,
    override: string | undefined
  ): void {
    const { frontier, eligibility, references } = this.#options
    const current = this.#currentOf(reference, record)
    const absence = eligibility.absenceOfCollection(current)
    if (absence) {
      this.exclude(reference, absence)
      return
    }
    frontier.accept(reference, record, override)
    if (reference.table === 'collection') eligibility.addCollection(current as Collection)
    else references.followView(record as CollectionView, reference.pageId)
    this.#requeueRows(reference)
  }

  /**
   * The record that decides whether a collection or view belongs to the site. While its query fails, it
   * is shown as it was published, but a record of this run is newer.
   */
  #currentOf({ table, id }: Reference, shown: Collection | CollectionView): object {
    const { staging, failures } = this.#options
    const isRead = failures.has(table, id) && staging.isCurrent(table, id)
    return (isRead && staging.read(table, id)) || shown
  }

  #acceptBlock(reference: Reference, block: Block, override: string | undefined): void {
    const { frontier, eligibility, responses } = this.#options
    const absence = eligibility.absenceOf(block)
    if (absence) {
      this.exclude(reference, absence, block)
      return
    }
    if (this.#waitsForCollection(reference, block)) return
    if (!this.#hasCollection(block)) {
      this.exclude(reference, this.#absenceOfCollection(block.parent_id), block)
      return
    }
    if (responses.withholds(block)) {
      this.#unshown.set(block.id, reference)
      frontier.wait(reference)
      return
    }
    frontier.accept(reference, block, override)
    this.#noteBlock(reference, block, override !== undefined)
  }

  #noteBlock(reference: Reference, block: Block, isPublishedCopy: boolean): void {
    const { scope, references, frozen } = this.#options
    const pageId = isPage(block) ? block.id : reference.pageId
    // A page that is new, or was moved here, is read with the page that lists it.
    if (!isPublishedCopy && isPage(block)) scope?.add(block.id)
    this.#reportUnsupported(block, pageId)
    this.#sizes.set(pageId, this.blocksOn(pageId) + 1)
    const depth = isPage(block) ? 0 : (reference.depth ?? 0)
    references.followBlock(block, { pageId, depth })
    if (isPublishedCopy) return
    for (const id of block.content ?? []) frozen.noteListed(id, pageId)
  }

  #reportUnsupported(block: Block, pageId: string): void {
    const { id, type, parent_table: table } = block
    const isRendered = renderedBlockTypes.has(type) || type === UNREADABLE_TYPE
    if (isRendered || table === 'collection_view') return
    this.#options.report.unsupported.push({ id, title: titleOf(block), type, page_id: pageId })
  }

  /**
   * Whether a row waits for its collection, whose schema has the `Public` checkbox. A link, an alias
   * or a list may lead to the row before any view of the collection does.
   */
  #waitsForCollection(reference: Reference, block: Block): boolean {
    const { frontier } = this.#options
    const { id, parent_table: table, parent_id: collectionId } = block
    if (table !== 'collection' || frontier.isDecided('collection', collectionId)) return false
    frontier.enqueue({ table: 'collection', id: collectionId, pageId: id, referencedBy: id })
    this.#waitingRows.set(collectionId, [...(this.#waitingRows.get(collectionId) ?? []), id])
    frontier.wait(reference)
    return true
  }

  /** Whether the collection of a row is accepted: without it the `Public` checkbox is not known. */
  #hasCollection({ parent_table: table, parent_id: id }: Block): boolean {
    return table !== 'collection' || this.#options.frontier.isAccepted('collection', id)
  }

  #absenceOfCollection(id: string): Absence | 'failed' {
    const { staging, failures, eligibility } = this.#options
    const staged = staging.find('collection', id)
    if (failures.has('collection', id) || staged?.flaw) return 'failed'
    const collection = staging.read('collection', id)
    return collection
      ? (eligibility.absenceOfCollection(collection) ?? 'missing')
      : (staged?.absence ?? 'missing')
  }

  /** Queues the rows of a collection that is accepted or excluded now. */
  #requeueRows({ table, id }: Reference): void {
    if (table !== 'collection') return
    for (const row of this.#waitingRows.get(id) ?? []) this.#options.frontier.requeue('block', row)
    this.#waitingRows.delete(id)
  }
}

function titleOf(block: Block): string | null {
  return plainText(block.properties?.title) || null
}
