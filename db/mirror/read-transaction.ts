import type { Mirror } from './open-mirror.ts'

/** Runs several reads in one transaction, so that all see the same publication during a sync. */
export function readTransaction<T>(mirror: Mirror, read: () => T): T {
  return mirror.$client.transaction(read).deferred()
}
