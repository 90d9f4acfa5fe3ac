import type { Block, Collection, CollectionView } from 'notion-types'

import type { PublishedRecords } from '../../../db/publish/published-records.ts'
import type { Yielder } from '../../../db/mirror/yielder.ts'
import { UNREADABLE_TYPE, renderedBlockTypes } from '../../../site/notion/blocks/block-types.ts'
import {
  blockReferences,
  isPage,
  viewCollectionId
} from '../../../site/notion/blocks/block-references.ts'
import { formBlockId } from '../../../site/notion/collections/form-view.ts'
import { plainText } from '../../../site/notion/text/rich-text.ts'
import type { Absence, SyncReport } from '../report/sync-report.ts'
import type { Admission } from './eligibility.ts'
import type { CollectionReader, ShownCollection } from './collection-reader.ts'
import type { DeepPages } from './deep-pages.ts'
import type { Failures } from './failures.ts'
import { type Flaw, flawOf } from '../staging/flaw.ts'
import type { HeldPages } from './held-pages.ts'
import type { Candidate, Reached, Wanted } from './frontier.ts'
import type { RecordReader } from './record-reader.ts'
import type { Responses } from './form-responses.ts'
import type { RecordTable, RecordTypes } from '../workspace/record-tables.ts'
import { type Staging, type StagedRecord, isStagedPage } from '../staging/staging.ts'

/** Records asked for and not answered, at which the walk waits: what is known by name need not be in memory. */
const MAX_PENDING = 2000

export interface WalkOptions {
  staging: Staging
  reached: Reached
  reader: RecordReader
  deepPages: DeepPages
  collections: CollectionReader
  failures: Failures
  lastGood: PublishedRecords
  admission: Admission
  account: SyncReport
  rootPageId: string
  /** The only pages to read; everything else is as it was published. Undefined for all. */
  scope: Set<string> | undefined
  held: HeldPages
  responses: Responses
  pauses: Yielder
  onProgress: () => void
}

/**
 * Goes through the workspace from the root page on, breadth first: what is known by now, whatever
 * page it stands on, then what that names, until nothing new is named. A record comes from staging
 * when its page has not changed since it was read there, else from the workspace. Every record is
 * visited once, so cycles end.
 */
export class Walk {
  readonly #options: WalkOptions
  /** Originals of synced blocks. They stand on a page of their own, most often one of the site. */
  readonly #originals = new Map<string, string>()
  /** Targets of links and mentions. They are read last: by then most of them are there as content. */
  readonly #links = new Map<string, string>()
  /** Blocks that show collections, to be read when their views are there. */
  #shown: ShownCollection[] = []
  /** Blocks taken so far, by page. */
  readonly #sizes = new Map<string, number>()
  /** Rows that wait for their collections, by collection. */
  readonly #waiting = new Map<string, string[]>()
  /** Responses to forms that no view has shown so far. */
  readonly #unshown = new Map<string, Wanted>()

  constructor(options: WalkOptions) {
    this.#options = options
  }

  async run(): Promise<void> {
    const { rootPageId, reader } = this.#options
    this.#want('block', [rootPageId], { unit: rootPageId, namedBy: rootPageId })
    do {
      await reader.drain(() => this.#settle())
    } while (
      (await this.#readCollections()) ||
      this.#followOriginals() ||
      (await this.#followLinks())
    )
    this.#leaveOutResponses()
    this.#leaveOutHomelessViews()
  }

  /** Takes what can be had now of all that is wanted, and asks for the rest. */
  async #settle(): Promise<void> {
    const { staging, reached, reader, pauses, onProgress } = this.#options
    for (;;) {
      if (reader.pending > MAX_PENDING) break
      const candidates = reached.next()
      if (candidates.length === 0) break
      staging.batch(() => candidates.forEach((candidate) => this.#consider(candidate)))
      await pauses.due()
    }
    onProgress()
  }

  #consider(candidate: Candidate): void {
    const { reached, reader, failures, deepPages } = this.#options
    const { table, id, unit, staged } = candidate
    if (this.#isHeld(candidate)) this.#takeHeld(candidate)
    else if (failures.has(table, id)) this.#leaveOut(candidate, 'failed')
    else if (staged && this.#isCurrent(candidate, staged)) this.#takeStaged(candidate, staged)
    else {
      const { depth = 0 } = candidate
      if (depth > 0) deepPages.consider(unit, { depth, blocks: this.#sizes.get(unit) ?? 0 })
      reader.ask({ table, id, unit }, 'content')
      reached.markAsked(candidate)
    }
  }

  /** Whether a record is to be as it was published: its rows failed, or it is none of those to be read. */
  #isHeld({ table, id, unit }: Candidate): boolean {
    const { failures, scope, lastGood } = this.#options
    if (table !== 'block' && failures.has(table, id)) return true
    if (scope === undefined) return false
    const isPageId = table === 'block' && (scope.has(id) || lastGood.isPage(id))
    return !scope.has(isPageId ? id : unit) && lastGood.has(table, id)
  }

  /**
   * Whether staging has a record as the workspace does now. A page's version speaks for the blocks
   * that stand on it: not for one that it lists and that says itself to stand elsewhere, and not for
   * collections and views, which have versions of their own.
   */
  #isCurrent({ table, unit, namedBy }: Candidate, staged: StagedRecord): boolean {
    const { staging, reader } = this.#options
    if (staged.run === staging.run) return true
    if (table !== 'block' || staged.flaw || staged.unread) return false
    if (staged.absence || isStagedPage(staged) || staged.unit !== unit) return false
    if (staged.parent_id !== namedBy) return false
    return staged.run >= staging.trustedFrom && staged.as_of === reader.intake.versionOf(unit)
  }

  #takeStaged(candidate: Candidate, staged: StagedRecord): void {
    if (staged.raw === null) {
      this.#leaveOut(candidate, staged.flaw ? 'failed' : (staged.absence ?? 'missing'))
      return
    }
    const record = JSON.parse(staged.raw) as RecordTypes[RecordTable]
    const flaw = candidate.table === 'block' ? flawOf(staged) : undefined
    if (flaw) this.#takeFlawed(candidate, record as Block, flaw)
    else this.#take(candidate, record)
  }

  /** A flawed block belongs where the workspace lists it now, whatever its record says. */
  #takeFlawed(candidate: Candidate, block: Block, flaw: Flaw): void {
    const { reached, rootPageId } = this.#options
    const { id, namedBy, isRow } = candidate
    const isListed = reached.read('block', namedBy)?.content?.includes(id) ?? false
    const isRowOf = isRow === true && block.parent_table === 'collection'
    if (isListed && block.parent_id !== namedBy) {
      const placed: Block = { ...block, parent_id: namedBy, parent_table: 'block' }
      this.#take(candidate, placed, JSON.stringify(placed))
    } else if (flaw.isAdrift && !isListed && !isRowOf && id !== rootPageId) {
      this.#leaveOut(candidate, 'failed')
    } else this.#take(candidate, block)
  }

  #takeHeld(candidate: Candidate): void {
    const { lastGood, staging } = this.#options
    const { table, id, staged } = candidate
    const record = lastGood.find(table, id)
    // A new collection of which only the rows could not be read stands without them.
    const isRead = table !== 'block' && staged?.run === staging.run && staged.raw !== null
    if (record) this.#take(candidate, record, JSON.stringify(record))
    else if (isRead) this.#takeStaged(candidate, staged)
    else this.#leaveOut(candidate, 'failed')
  }

  #take(wanted: Wanted, record: RecordTypes[RecordTable], held?: string): void {
    const { reached, admission } = this.#options
    if (wanted.table === 'block') {
      this.#takeBlock(wanted, record as Block, held)
      return
    }
    const absence =
      wanted.table === 'notion_user' ? undefined : admission.absenceOfCollection(record)
    if (absence) {
      this.#leaveOut(wanted, absence)
      return
    }
    reached.take(wanted, record, held)
    if (wanted.table === 'collection') admission.learn(record as Collection)
    this.#admitWaiting(wanted)
    if (wanted.table === 'collection_view') this.#followView(wanted, record as CollectionView)
  }

  #takeBlock(wanted: Wanted, block: Block, held: string | undefined): void {
    const { reached, admission, account } = this.#options
    const absence = admission.absenceOf(block)
    if (absence) {
      this.#leaveOut(wanted, absence, block)
      return
    }
    if (this.#awaitsHome(wanted, block)) return
    if (!this.#hasHome(block)) {
      this.#leaveOut(wanted, this.#absenceOfHome(block.parent_id), block)
      return
    }
    if (this.#options.responses.withholds(block)) {
      this.#unshown.set(block.id, wanted)
      reached.markAsked(wanted)
      return
    }
    reached.take(wanted, block, held)
    // A page that is new, or has come from elsewhere, is read with the one that lists it.
    if (held === undefined && isPage(block)) this.#options.scope?.add(block.id)
    const unit = isPage(block) ? block.id : wanted.unit
    const isDrawn = renderedBlockTypes.has(block.type) || block.type === UNREADABLE_TYPE
    if (!isDrawn && block.parent_table !== 'collection_view') {
      account.unsupported.push({
        id: block.id,
        title: titleOf(block),
        type: block.type,
        page_id: unit
      })
    }
    this.#sizes.set(unit, (this.#sizes.get(unit) ?? 0) + 1)
    this.#follow(block, unit, isPage(block) ? 0 : (wanted.depth ?? 0))
    if (held === undefined)
      for (const id of block.content ?? []) this.#options.held.noteListed(id, unit)
  }

  /**
   * Whether a row has to wait for its collection, whose schema says what it shows, and whether: what
   * leads to the row may be a link, an alias or a list, and no view of the collection.
   */
  #awaitsHome(wanted: Wanted, { id, parent_table: table, parent_id: home }: Block): boolean {
    const { reached } = this.#options
    if (table !== 'collection' || reached.isSettled('collection', home)) return false
    this.#want('collection', [home], { unit: id, namedBy: id })
    this.#waiting.set(home, [...(this.#waiting.get(home) ?? []), id])
    reached.markAsked(wanted)
    return true
  }

  /** Whether the collection of a row is known: without it nobody knows whether the row is switched off. */
  #hasHome({ parent_table: table, parent_id: home }: Block): boolean {
    return table !== 'collection' || this.#options.reached.isTaken('collection', home)
  }

  #absenceOfHome(id: string): Absence | 'failed' {
    const { staging, failures, admission } = this.#options
    if (failures.has('collection', id) || staging.find('collection', id)?.flaw) return 'failed'
    const collection = staging.read('collection', id)
    return collection
      ? (admission.absenceOfCollection(collection) ?? 'missing')
      : (staging.find('collection', id)?.absence ?? 'missing')
  }

  #admitWaiting({ table, id }: Wanted): void {
    if (table !== 'collection') return
    for (const row of this.#waiting.get(id) ?? []) this.#options.reached.reopen('block', row)
    this.#waiting.delete(id)
  }

  #follow(block: Block, unit: string, depth: number): void {
    const named = blockReferences(block)
    const by = { unit, namedBy: block.id }
    this.#want('block', named.content, { ...by, depth: depth + 1 })
    this.#want('notion_user', named.userIds, by)
    this.#want('collection_view', named.viewIds, by)
    if (named.collectionId) this.#want('collection', [named.collectionId], by)
    for (const id of named.originals) this.#originals.set(id, block.id)
    for (const id of named.pages) if (!this.#links.has(id)) this.#links.set(id, block.id)
    if (named.collectionId || named.viewIds.length > 0) {
      const { collectionId, viewIds } = named
      this.#shown.push({ collectionId, viewIds, ...by })
    }
  }

  /** A view says itself which collection it shows; the block need not. A form names the block that titles it. */
  #followView({ unit }: Wanted, view: CollectionView): void {
    const collectionId = viewCollectionId(view)
    if (collectionId) this.#want('collection', [collectionId], { unit, namedBy: view.id })
    const formId = formBlockId(view)
    // No version of a page speaks for it.
    if (formId) this.#want('block', [formId], { unit: formId, namedBy: view.id })
  }

  #want(table: RecordTable, ids: string[], by: Omit<Wanted, 'table' | 'id'>): void {
    for (const id of ids) this.#options.reached.want({ table, id, ...by })
  }

  /** Reads the rows of the collections that have come up; false when there are none. */
  async #readCollections(): Promise<boolean> {
    const { collections, reached } = this.#options
    const shown = this.#shown
    if (shown.length === 0) return false
    this.#shown = []
    for (const { rowIds, namedBy } of await collections.read(shown)) {
      // A row is a page of its own.
      for (const id of rowIds) {
        reached.want({ table: 'block', id, unit: id, namedBy, isRow: true })
      }
    }
    // A view that was read just now may show what had to wait.
    for (const id of this.#unshown.keys()) reached.reopen('block', id)
    this.#unshown.clear()
    return true
  }

  /** Goes on with originals that no page of the site holds; false when there are none. */
  #followOriginals(): boolean {
    const { reached } = this.#options
    const loose = [...this.#originals].filter(([id]) => !reached.has('block', id))
    this.#originals.clear()
    for (const [id, namedBy] of loose) reached.want({ table: 'block', id, unit: id, namedBy })
    return loose.length > 0
  }

  /** Follows links to pages; a link may point at any block, and other blocks bring nothing along. */
  async #followLinks(): Promise<boolean> {
    const { reached, reader } = this.#options
    const links = [...this.#links].filter(([id]) => !reached.has('block', id))
    this.#links.clear()
    for (const [id] of links) {
      if (!this.#isOutOfScope(id)) reader.ask({ table: 'block', id, unit: id }, 'link')
    }
    await reader.drain()
    const pages = links.filter(([id]) => this.#mayBePage(id))
    for (const [id, namedBy] of pages) reached.want({ table: 'block', id, unit: id, namedBy })
    return pages.length > 0
  }

  #isOutOfScope(id: string): boolean {
    const { scope, lastGood } = this.#options
    return scope !== undefined && !scope.has(id) && lastGood.isPage(id)
  }

  #mayBePage(id: string): boolean {
    const block = this.#options.staging.read('block', id)
    return block === undefined || isPage(block) || block.type === UNREADABLE_TYPE
  }

  /** Leaves out what forms have collected and no view shows, also when it was published before. */
  #leaveOutResponses(): void {
    const { staging, admission, reached, responses, lastGood } = this.#options
    for (const home of responses.formCollections) {
      for (const id of lastGood.rowIds(home)) {
        const wanted = { table: 'block', id, unit: id, namedBy: home, isRow: true } as const
        if (reached.has('block', id)) continue
        reached.want(wanted)
        this.#unshown.set(id, wanted)
      }
    }
    for (const wanted of this.#unshown.values()) {
      const block = staging.read('block', wanted.id)
      this.#leaveOut(wanted, (block && admission.absenceOf(block)) ?? 'response', block)
    }
  }

  /** A view shows nothing when its collection is no part of the site, or when it is new and failed. */
  #leaveOutHomelessViews(): void {
    const { reached, failures } = this.#options
    for (const { home, ...view } of reached.homelessViews()) {
      reached.untake(view)
      const isFailed = failures.list().some(({ id, unit }) => id === view.id || unit === view.unit)
      const reason = home === null ? 'missing' : this.#absenceOfHome(home)
      this.#leaveOut(view, isFailed ? 'failed' : reason)
    }
  }

  #leaveOut(wanted: Wanted, reason: Absence | 'failed', block?: Block): void {
    const { reached, account, lastGood } = this.#options
    const { table, id, namedBy } = wanted
    reached.leaveOut(wanted, block ? isPage(block) : lastGood.isPage(id))
    this.#admitWaiting(wanted)
    // Failures have their own list, and whether anybody may read accounts is the workspace's choice.
    if (reason === 'failed' || table === 'notion_user') return
    const title = block ? titleOf(block) : (lastGood.title(id) ?? null)
    account.absent.push({ table, id, title, reason, named_by: namedBy })
  }
}

function titleOf(block: Block): string | null {
  return plainText(block.properties?.title) || null
}
