import type { Mirror } from './open-mirror.ts'

/** Runs several reads as one: all of them see the same publication, whatever a sync does meanwhile. */
export function readTransaction<T>(mirror: Mirror, read: () => T): T {
  return mirror.$client.transaction(read).deferred()
}
