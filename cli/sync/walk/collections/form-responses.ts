import type { Block } from 'notion-types'

/**
 * Rows that people submit with a form. Of a collection with a form view, only the rows that another
 * view shows belong to the site.
 */
export class FormResponses {
  /** Collections with a form view. A repeated walk knows them from the start. */
  readonly #forms = new Set<string>()
  readonly #shown = new Map<string, Set<string>>()
  /** Collections of which a row was accepted before a form was found. */
  readonly #accepted = new Set<string>()
  #lateForms = 0

  /** Forms that were found after rows of their collection were accepted: the walk must be repeated. */
  get lateForms(): number {
    return this.#lateForms
  }

  /** Forgets which rows are shown, for a repeated walk. */
  startWalk(): void {
    this.#shown.clear()
    this.#accepted.clear()
  }

  /** Notes that a collection has a form view. */
  addForm(collectionId: string): void {
    if (this.#forms.has(collectionId)) return
    this.#forms.add(collectionId)
    if (this.#accepted.has(collectionId)) this.#lateForms++
  }

  /** Ids of the collections with a form view. */
  get formCollections(): Iterable<string> {
    return this.#forms
  }

  hasForm(collectionId: string): boolean {
    return this.#forms.has(collectionId)
  }

  /** Adds rows that a view other than a form shows. */
  show(collectionId: string, rowIds: string[]): void {
    const shown = this.#shown.get(collectionId) ?? new Set()
    for (const id of rowIds) shown.add(id)
    this.#shown.set(collectionId, shown)
  }

  /** Whether a block is a form response that no view shows so far. */
  withholds({ id, parent_id: collectionId, parent_table: table }: Block): boolean {
    if (table !== 'collection') return false
    if (this.#forms.has(collectionId)) return !this.#shown.get(collectionId)?.has(id)
    this.#accepted.add(collectionId)
    return false
  }
}
