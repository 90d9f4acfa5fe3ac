/** A statement with an error or one that is not allowed; the message shows the position of the error. */
export class QueryError extends Error {
  override name = 'QueryError'
}

/** A statement over the time or memory limit. */
export class QueryLimitError extends Error {
  override name = 'QueryLimitError'
}
