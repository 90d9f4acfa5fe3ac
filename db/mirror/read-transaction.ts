import type { Mirror } from './open-mirror.ts'

type Run = <T>(read: () => T) => T

/** By connection: the driver takes as long to make a transaction as to run ten small reads. */
const runners = new WeakMap<Mirror['$client'], Run>()

/**
 * Runs several reads in one transaction, so that all see the same publication during a sync. Inside
 * another transaction they already do.
 */
export function readTransaction<T>({ $client }: Mirror, read: () => T): T {
  if ($client.inTransaction) return read()
  const run = runners.get($client) ?? runnerOf($client)
  return run(read)
}

function runnerOf($client: Mirror['$client']): Run {
  // The driver's types have no functions with type parameters.
  const run = $client.transaction((read: () => unknown) => read()).deferred as Run
  runners.set($client, run)
  return run
}
