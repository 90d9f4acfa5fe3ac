import type { Block } from 'notion-types'

/**
 * Rows that people sent in with a form. Of a collection with a form view, only those rows belong to
 * the site that another view of the collection shows.
 */
export class FormResponses {
  /** Collections with a form view. A repeated walk keeps them, so that it knows them from the start. */
  readonly #forms = new Set<string>()
  readonly #shown = new Map<string, Set<string>>()
  /** Collections that were not known to have a form when one of their rows was admitted. */
  readonly #admitted = new Set<string>()
  #lateForms = 0

  /** Forms that were found after rows of their collection had been admitted: the walk must be repeated. */
  get lateForms(): number {
    return this.#lateForms
  }

  /** Starts a new walk, which finds out anew which rows are shown. */
  startWalk(): void {
    this.#shown.clear()
    this.#admitted.clear()
  }

  /** Notes that a collection has a form view. */
  addForm(collectionId: string): void {
    if (this.#forms.has(collectionId)) return
    this.#forms.add(collectionId)
    if (this.#admitted.has(collectionId)) this.#lateForms++
  }

  /** Collections with a form view. */
  get formCollections(): Iterable<string> {
    return this.#forms
  }

  hasForm(collectionId: string): boolean {
    return this.#forms.has(collectionId)
  }

  /** Notes rows that a view shows which is not a form. */
  show(collectionId: string, rowIds: string[]): void {
    const shown = this.#shown.get(collectionId) ?? new Set()
    for (const id of rowIds) shown.add(id)
    this.#shown.set(collectionId, shown)
  }

  /** Whether a block is a response that no view shows, as far as the walk has come. */
  withholds({ id, parent_id: home, parent_table: table }: Block): boolean {
    if (table !== 'collection') return false
    if (this.#forms.has(home)) return !this.#shown.get(home)?.has(id)
    this.#admitted.add(home)
    return false
  }
}
