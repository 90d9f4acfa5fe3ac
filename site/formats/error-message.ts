/**
 * The message of any thrown value. Node's error of a host that cannot be reached at any of its addresses
 * has none, but its errors of each address do. That of a TLS error ends with a line break, which is left out.
 */
export function messageOf(error: unknown): string {
  const isEmpty = error instanceof AggregateError && error.message === ''
  if (isEmpty) return messageOf(error.errors[0])
  return (error instanceof Error ? error.message : String(error)).trimEnd()
}
