import { type RecordTable, recordKey } from '../workspace/records/record-tables.ts'

/** A failed query for the rows of a collection or a view. */
export interface Failure {
  table: RecordTable
  id: string
  /** The page that shows it. */
  pageId: string
  reason: string
  /** Whether the workspace refused the query, so that the next run fails alike. */
  isFinal: boolean
}

/**
 * The failed queries of a run. Their collections and views stay as they were published, except those
 * of which only some rows are missing.
 */
export class Failures {
  readonly #failures = new Map<string, Failure>()
  readonly #partial = new Map<string, Failure>()

  add(failure: Failure): void {
    this.#failures.set(recordKey(failure.table, failure.id), failure)
  }

  /** Adds a failure that affects only some rows: the collection is read all the same. */
  addPartial(failure: Failure): void {
    this.#partial.set(recordKey(failure.table, failure.id), failure)
  }

  has(table: RecordTable, id: string): boolean {
    return this.#failures.has(recordKey(table, id))
  }

  get size(): number {
    return this.#failures.size + this.#partial.size
  }

  list(): Failure[] {
    return [...new Map([...this.#partial, ...this.#failures]).values()]
  }
}
