/** A statement with an error or one that is not allowed. */
export class QueryError extends Error {
  override name = 'QueryError'
}

/** A statement over the time or memory limit. */
export class QueryLimitError extends Error {
  override name = 'QueryLimitError'
}
