import type { Mirror } from './open-mirror.ts'
import { perMirror } from './per-mirror.ts'

type Run = <T>(read: () => T) => T

/**
 * Made once: the driver takes as long for it as for ten small reads. The driver's types have no
 * functions with type parameters.
 */
const runnerOf = perMirror(
  ({ $client }) => $client.transaction((read: () => unknown) => read()).deferred as Run
)

/**
 * Runs several reads in one transaction, so that all see the same publication during a sync. Inside
 * another transaction they already do.
 */
export function readTransaction<T>(mirror: Mirror, read: () => T): T {
  return mirror.$client.inTransaction ? read() : runnerOf(mirror)(read)
}
