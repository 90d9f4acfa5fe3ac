import type Database from 'better-sqlite3'

import { BoundedMap } from '../../site/limits/bounded-map.ts'

type Statement = Database.Statement<unknown[], unknown>

/** How a statement returns rows; undefined for objects. */
type Mode = 'pluck' | 'expand' | 'raw' | undefined

/** More than the program has. Texts are also built from queries and lists of columns. */
const MAX_STATEMENTS = 300

/**
 * Makes a connection prepare each SQL text once, because preparing takes longer than most reads.
 * The least recently used statements are dropped.
 */
export function cacheStatements(database: Database.Database): void {
  const prepareNew = database.prepare.bind(database) as (sql: string) => Statement
  const kept = new BoundedMap<string, KeptStatement>(MAX_STATEMENTS)
  const prepare = (sql: string): Statement => {
    const known = kept.get(sql)
    if (known) return new SharedStatement(known)
    const statement = new KeptStatement(() => prepareNew(sql))
    kept.set(sql, statement)
    return new SharedStatement(statement)
  }
  // The types of parameters and rows are the caller's.
  database.prepare = prepare as Database.Database['prepare']
}

/** A prepared statement, shared by the callers that use the same SQL text. */
class KeptStatement {
  readonly #prepare: () => Statement
  #statement: Statement
  #mode: Mode

  constructor(prepare: () => Statement) {
    this.#prepare = prepare
    this.#statement = prepare()
  }

  /** The statement, ready to run in a mode. */
  in(mode: Mode): Statement {
    // An iteration keeps its statement to the end: nested reads and later ones get another.
    if (this.#statement.busy) {
      this.#statement = this.#prepare()
      this.#mode = undefined
    }
    if (mode === this.#mode) return this.#statement
    if (mode) this.#statement[mode](true)
    else if (this.#mode) this.#statement[this.#mode](false)
    this.#mode = mode
    return this.#statement
  }

  /** A statement for one caller. */
  own(): KeptStatement {
    return new KeptStatement(this.#prepare)
  }
}

/** What `prepare` returns: it has a mode of its own, and shares the prepared statement. */
class SharedStatement implements Statement {
  #kept: KeptStatement
  #mode: Mode

  constructor(kept: KeptStatement) {
    this.#kept = kept
  }

  run(...values: unknown[]): Database.RunResult {
    return this.#ready().run(...values)
  }

  get(...values: unknown[]): unknown {
    return this.#ready().get(...values)
  }

  all(...values: unknown[]): unknown[] {
    return this.#ready().all(...values)
  }

  iterate(...values: unknown[]): IterableIterator<unknown> {
    return this.#ready().iterate(...values)
  }

  pluck(isOn = true): this {
    return this.#switch('pluck', isOn)
  }

  expand(isOn = true): this {
    return this.#switch('expand', isOn)
  }

  raw(isOn = true): this {
    return this.#switch('raw', isOn)
  }

  bind(...values: unknown[]): this {
    this.#kept = this.#kept.own()
    this.#ready().bind(...values)
    return this
  }

  safeIntegers(isOn = true): this {
    this.#kept = this.#kept.own()
    this.#ready().safeIntegers(isOn)
    return this
  }

  columns(): Database.ColumnDefinition[] {
    return this.#ready().columns()
  }

  get database(): Database.Database {
    return this.#ready().database
  }

  get source(): string {
    return this.#ready().source
  }

  get reader(): boolean {
    return this.#ready().reader
  }

  get readonly(): boolean {
    return this.#ready().readonly
  }

  get busy(): boolean {
    return this.#ready().busy
  }

  #ready(): Statement {
    return this.#kept.in(this.#mode)
  }

  #switch(mode: Mode, isOn: boolean): this {
    if (isOn) this.#mode = mode
    else if (this.#mode === mode) this.#mode = undefined
    return this
  }
}
