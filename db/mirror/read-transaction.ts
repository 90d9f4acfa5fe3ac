import type { Mirror } from './open-mirror.ts'

/**
 * Runs several reads in one transaction, so that all see the same publication during a sync. Inside
 * another transaction they already do.
 */
export function readTransaction<T>({ $client }: Mirror, read: () => T): T {
  return $client.inTransaction ? read() : $client.transaction(read).deferred()
}
