import type { RecordTable } from './records.ts'

/** A record that could not be read, though it should be there. */
export interface Failure {
  table: RecordTable
  id: string
  /** The page it belongs to. */
  unit: string
  reason: string
}

/** What a run could not read. A page of which one block fails is left as it was, whole. */
export class Failures {
  readonly #failures = new Map<string, Failure>()
  readonly #units = new Set<string>()
  readonly #unread = new Map<string, string[]>()

  add(failure: Failure): void {
    this.#failures.set(`${failure.table} ${failure.id}`, failure)
    if (failure.table === 'block') this.#units.add(failure.unit)
  }

  /** Whether reading a block of this page failed. */
  hasUnit(unit: string): boolean {
    return this.#units.has(unit)
  }

  has(table: RecordTable, id: string): boolean {
    return this.#failures.has(`${table} ${id}`)
  }

  /** Notes fields of a block that could not be read; all else of it is there. */
  noteUnread(id: string, fields: string[]): void {
    this.#unread.set(id, fields)
  }

  /** Fields that could not be read, by the id of their block. */
  get unread(): ReadonlyMap<string, string[]> {
    return this.#unread
  }

  get size(): number {
    return this.#failures.size
  }

  list(): Failure[] {
    return [...this.#failures.values()]
  }
}
