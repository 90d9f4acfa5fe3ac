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
  /** Whether it affects only some rows: the collection is read all the same. */
  isPartial?: boolean
}

/** The failed queries of a run. */
export class Failures {
  readonly #failures = new Map<string, Failure>()

  add(failure: Failure): void {
    this.#failures.set(recordKey(failure.table, failure.id), failure)
  }

  /** Whether a collection or view stays as it was published. */
  has(table: RecordTable, id: string): boolean {
    const failure = this.#failures.get(recordKey(table, id))
    return failure !== undefined && !failure.isPartial
  }

  get size(): number {
    return this.#failures.size
  }

  list(): Failure[] {
    return [...this.#failures.values()]
  }
}
