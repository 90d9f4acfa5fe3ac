import type { Mirror } from '../mirror/open-mirror.ts'
import { keys } from './change-keys.ts'
import { type PagePlace, type PageRow, orderKeys, pageKeys } from './page-changes.ts'
import type { ChangeKey } from './record-reads.ts'
import {
  type LinkRow,
  type RowChange,
  type ValueRow,
  linkKeys,
  membershipKeys
} from './row-changes.ts'
import { SharedTags } from './shared-tags.ts'
import { watchedTables } from './watched-tables.ts'

/** With more touched keys, pages and links, a publication is logged as changing everything. */
const MAX_TOUCHED = 10_000

/** What the tracked writes have changed. */
interface Touched {
  keys: Set<ChangeKey>
  isEverything: boolean
  hasLostPages: boolean
  /** Whether pages were deleted without a row of `gone_page`. */
  isWithheld: boolean
}

/** Collects the changed rows of a publication, and makes their keys. */
export class ChangedRows {
  readonly #mirror: Mirror
  readonly #keys = new Set<ChangeKey>()
  /** Pages and links as they were: one step may undo what an earlier one has written. */
  readonly #pages = new Map<string, PageRow | undefined>()
  readonly #links = new Map<string, LinkRow | undefined>()
  readonly #sharedTags = new SharedTags()
  #isEverything = false

  constructor(mirror: Mirror) {
    this.#mirror = mirror
  }

  /**
   * Notes a changed row. The values are a flag (1 if the text of the row has changed), the old values
   * of the watched columns, and the new ones.
   */
  note(table: string, [isText, ...values]: unknown[]): void {
    const columns = watchedTables[table]?.columns.split(' ') ?? []
    const change = {
      before: rowOf(columns, values.slice(0, columns.length)),
      after: rowOf(columns, values.slice(columns.length))
    }
    // Lost pages count beyond the limit too.
    if (table === 'page') this.#notePage(change as RowChange<PageRow>, isText === 1)
    else if (!this.#isEverything) this.#noteRow(table, change as RowChange<never>)
    this.#isEverything ||= this.#keys.size + this.#pages.size + this.#links.size > MAX_TOUCHED
  }

  #notePage({ before, after }: RowChange<PageRow>, isText: boolean): void {
    const id = before?.id ?? after?.id ?? ''
    if (isText) this.#keys.add(keys.page(id))
    if (!this.#pages.has(id)) this.#pages.set(id, before)
  }

  #noteRow(table: string, change: RowChange<never>): void {
    if (table === 'link') return this.#noteLink(change as RowChange<LinkRow>)
    if (table === 'property_value') this.#noteTags(change as RowChange<ValueRow>)
    for (const key of watchedTables[table]?.keysOf?.(change) ?? []) this.#keys.add(key)
  }

  #noteTags({ before, after }: RowChange<ValueRow>): void {
    this.#sharedTags.note(before)
    this.#sharedTags.note(after)
  }

  #noteLink({ before, after }: RowChange<LinkRow>): void {
    const { block_id: blockId, position } = (before ?? after) as LinkRow
    const id = `${blockId} ${position}`
    if (!this.#links.has(id)) this.#links.set(id, before)
  }

  /** Returns the touched keys, after all writes. */
  touched(): Touched {
    const pages = this.#changedPages()
    const lost = pages.flatMap(({ before, after }) => (before && !after ? [before.id] : []))
    if (!this.#isEverything) {
      for (const key of this.#pageKeys(pages)) this.#keys.add(key)
      for (const key of this.#linkKeys()) this.#keys.add(key)
      for (const key of this.#sharedTags.keys(this.#mirror)) this.#keys.add(key)
      this.#keys.add(keys.sync)
      this.#dropUnknownTargets()
    }
    return {
      keys: this.#keys,
      isEverything: this.#isEverything || this.#keys.size > MAX_TOUCHED,
      hasLostPages: lost.length > 0,
      isWithheld: this.#isWithheld(lost)
    }
  }

  #changedPages(): RowChange<PageRow>[] {
    const columns = watchedTables['page']?.columns.split(' ').join() ?? ''
    const read = this.#mirror.$client.prepare<[string], PageRow>(
      `select ${columns} from page where id = ?`
    )
    return [...this.#pages].map(([id, before]) => ({ before, after: read.get(id) }))
  }

  *#pageKeys(pages: RowChange<PageRow>[]): Generator<ChangeKey> {
    const values = this.#mirror.$client.prepare<[string], ValueRow>(
      'select * from property_value where page_id = ?'
    )
    for (const change of pages) {
      yield* pageKeys(change)
      const { before, after } = change
      // Lists omit the values of rows that are not pages.
      if (before && after) continue
      for (const value of values.all(before?.id ?? after?.id ?? '')) {
        this.#sharedTags.note(value)
        yield* membershipKeys(value)
      }
    }
    if (pages.some(isMoved)) yield* this.#orderKeys(pages)
  }

  #orderKeys(pages: RowChange<PageRow>[]): Iterable<ChangeKey> {
    const places = this.#mirror.$client
      .prepare<[], PagePlace>('select id, parent_page_id, collection_id, position from page')
      .all()
    const changed = new Set(this.#pages.keys())
    const unchanged = places.filter(({ id }) => !changed.has(id))
    return orderKeys([...unchanged, ...pages.flatMap(({ before }) => before ?? [])], places)
  }

  *#linkKeys(): Generator<ChangeKey> {
    const columns = watchedTables['link']?.columns.split(' ').join() ?? ''
    const read = this.#mirror.$client.prepare<[string, number], LinkRow>(
      `select ${columns} from link where block_id = ? and position = ?`
    )
    const pageOf = this.#mirror.$client
      .prepare<[string], string>('select page_id from block where id = ? and page_id is not null')
      .pluck()
    for (const [id, before] of this.#links) {
      const [blockId = '', position] = id.split(' ')
      const after = read.get(blockId, Number(position))
      yield* linkKeys({ before, after }, (each) => pageOf.get(each))
    }
  }

  /** A relation may name a page that is withheld. */
  #dropUnknownTargets(): void {
    const prefix = keys.backlinks('')
    const exists = this.#mirror.$client.prepare<[string]>('select 1 from page where id = ?')
    for (const key of this.#keys) {
      if (key.startsWith(prefix) && !exists.get(key.slice(prefix.length))) this.#keys.delete(key)
    }
  }

  #isWithheld(lost: string[]): boolean {
    const isGone = this.#mirror.$client.prepare<[string]>('select 1 from gone_page where id = ?')
    return lost.some((id) => isGone.get(id) === undefined)
  }
}

/** Undefined if all columns are null: the row before an insert and after a delete. */
function rowOf(columns: string[], values: unknown[]): object | undefined {
  if (values.every((value) => value === null)) return undefined
  return Object.fromEntries(columns.map((column, index) => [column, values[index]]))
}

function isMoved({ before, after }: RowChange<PageRow>): boolean {
  return (
    before?.position !== after?.position ||
    before?.parent_page_id !== after?.parent_page_id ||
    before?.collection_id !== after?.collection_id
  )
}
