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

/** The failed queries of a run. Their collections and views stay as they were published. */
export class Failures {
  readonly #failures = new Map<string, Failure>()

  add(failure: Failure): void {
    this.#failures.set(recordKey(failure.table, failure.id), failure)
  }

  has(table: RecordTable, id: string): boolean {
    return this.#failures.has(recordKey(table, id))
  }

  get size(): number {
    return this.#failures.size
  }

  list(): Failure[] {
    return [...this.#failures.values()]
  }
}
