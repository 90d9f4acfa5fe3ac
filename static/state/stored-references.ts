import type Database from 'better-sqlite3'

import type { Reference } from '../addresses/place-address.ts'

type Row = Reference & { id: number }

/**
 * References by number. Thousands of pages name the same files, so that each reference is stored and parsed
 * once. Numbers that no entry has any more remain until a complete build.
 */
export class StoredReferences {
  readonly #insert: Database.Statement<[string, string]>
  readonly #clear: Database.Statement
  readonly #byId = new Map<number, Reference>()
  readonly #ids = new Map<string, number>()

  /** The table `reference` must exist. */
  constructor(database: Database.Database) {
    this.#insert = database.prepare('insert into reference (file, address) values (?, ?)')
    this.#clear = database.prepare('delete from reference')
    const rows = database.prepare<[], Row>('select id, file, address from reference').all()
    for (const { id, ...reference } of rows) this.#keep(id, reference)
  }

  /** Returns the references of a text that `write` has returned. */
  read(text: string): Reference[] {
    const references: Reference[] = []
    // A large site has a million of them in all.
    for (const id of text === '' ? [] : text.split(',')) {
      const reference = this.#byId.get(Number(id))
      if (reference) references.push(reference)
    }
    return references
  }

  /** Stores references, and returns the text that names them. */
  write(references: Reference[]): string {
    return references.map((reference) => this.#idOf(reference)).join(',')
  }

  /** Removes all references; for a state without entries. */
  clear(): void {
    this.#clear.run()
    this.#byId.clear()
    this.#ids.clear()
  }

  #idOf(reference: Reference): number {
    const known = this.#ids.get(keyOf(reference))
    if (known !== undefined) return known
    const { lastInsertRowid } = this.#insert.run(reference.file, reference.address)
    const id = Number(lastInsertRowid)
    this.#keep(id, reference)
    return id
  }

  #keep(id: number, reference: Reference): void {
    this.#byId.set(id, reference)
    this.#ids.set(keyOf(reference), id)
  }
}

function keyOf({ file, address }: Reference): string {
  return JSON.stringify([file, address])
}
