import { type RecordTable, recordKey } from '../workspace/record-types.ts'

/** A collection or a view whose rows could not be read. */
export interface Failure {
  table: RecordTable
  id: string
  /** The page it belongs to. */
  pageId: string
  reason: string
  /** Whether the next run would fail alike. A fault that passes is news in every run. */
  isFinal: boolean
}

/** The queries that failed in a run: their collections and views stay as they were published. */
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
