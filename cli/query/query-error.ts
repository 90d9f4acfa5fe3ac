/** A statement that SQLite does not understand or that is not admitted; the message points at the place. */
export class QueryError extends Error {
  override name = 'QueryError'
}

/** A statement that takes more time or memory than it may. */
export class QueryLimitError extends Error {
  override name = 'QueryLimitError'
}
