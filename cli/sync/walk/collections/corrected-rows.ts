/** Rows that a run adds to collections or removes from them, because a query or a published list is wrong. */
export class CorrectedRows {
  /** Existing rows that no query of this run returns, by collection. */
  readonly #kept = new Map<string, Set<string>>()
  /** Published rows that have left their collection. */
  readonly #left = new Set<string>()

  /** The number of these rows; another walk is needed when it grows. */
  get size(): number {
    return [...this.#kept.values()].reduce((sum, { size }) => sum + size, this.#left.size)
  }

  /** Adds an existing row that no query returns. */
  keep(collectionId: string, rowId: string): void {
    this.#kept.set(collectionId, this.kept(collectionId).add(rowId))
  }

  /** Ids of the existing rows that no query returns, as far as the walks of this run have noted them. */
  kept(collectionId: string): Set<string> {
    return this.#kept.get(collectionId) ?? new Set()
  }

  /** Removes a published row from its collection, whose list is outdated. */
  drop(rowId: string): void {
    this.#left.add(rowId)
  }

  /** The ids of published rows, without those that have left their collection. */
  stillIn(rowIds: string[]): string[] {
    return rowIds.filter((id) => !this.#left.has(id))
  }
}
