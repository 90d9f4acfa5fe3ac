import type { Mirror } from '../mirror/open-mirror.ts'

/** The publications that are compared. */
interface Span {
  since: number
  /** The present one. */
  until: number
}

/**
 * Whether the log has what the publications after `since` have changed: not if it does not reach back
 * that far, or if one of them changed everything.
 */
export function isLogged({ $client }: Mirror, { since, until }: Span): boolean {
  const entries = $client
    .prepare<[number], number>(
      'select count(*) from publication where generation > ? and is_everything = 0'
    )
    .pluck()
    .get(since)
  return since <= until && entries === until - since
}
