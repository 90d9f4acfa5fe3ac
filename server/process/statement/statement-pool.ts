import ipaddr from 'ipaddr.js'
import PQueue from 'p-queue'

import { ApiError } from '../../errors.ts'
import { withTimeLimit } from '../time-limit.ts'
import { IdleProcesses } from './idle-processes.ts'
import { type RunningStatement, type Statement, runStatement } from './run-statement.ts'

/** Statements that run at once, each in a process of its own, which then waits for the next one. */
const MAX_RUNNING = 2
/** Once this many statements run or wait, clients that have one of them get `busy` for another one. */
const MAX_HELD = 10
/** Once this many run or wait, every client gets `busy`. */
const MAX_HELD_BY_ALL = 20
/** Memory of one process. */
const MEMORY_BYTES = 256 * 1024 * 1024
/** Below the server, so that finished pages are answered first. */
const NICE = 10
/** SQLite's time for one statement. */
const TIMEOUT_MS = 10_000
/** From start to end, with the time that the reader of the rows takes. */
const MAX_MS = 60_000

/** The pool's own limits replace those of a statement. */
export type PooledStatement = Pick<Statement, 'file' | 'sql' | 'values' | 'signal'> & {
  /** The IP address that it comes from; any text for a program on this machine. */
  client: string
}

/** The statements of one client, which run one after the other. */
interface Client {
  queue: PQueue
  held: number
}

/**
 * Runs the statements that visitors send, a few at a time, so that a flood starts no more processes and
 * takes no more memory. One client runs one at a time, so that it cannot hold up the others. Statements
 * of a visitor's own text must pass `allowStatement` before.
 */
export class StatementPool {
  readonly #queue = new PQueue({ concurrency: MAX_RUNNING })
  readonly #clients = new Map<string, Client>()
  readonly #stop = new AbortController()
  /** Statements with a process, also aborted ones, for which the queues do not wait. */
  readonly #running = new Set<Promise<void>>()
  readonly #idle = new IdleProcesses()
  #held = 0

  /**
   * Runs a statement until `use` resolves. Throws `ApiError` busy if too many statements wait, and what
   * `runStatement` throws. A statement that takes longer than a minute, because its rows are read
   * slowly, is ended with a `TimeoutError`.
   */
  async run(
    statement: PooledStatement,
    use: (running: RunningStatement) => Promise<void>
  ): Promise<void> {
    const network = networkOf(statement.client)
    const known = this.#clients.get(network)
    if (this.#held >= (known ? MAX_HELD : MAX_HELD_BY_ALL)) throw new ApiError('busy')
    const client = known ?? { queue: new PQueue({ concurrency: 1 }), held: 0 }
    this.#clients.set(network, client)
    this.#held++
    client.held++
    try {
      const signal = AbortSignal.any([statement.signal, this.#stop.signal])
      const run = () => this.#queue.add(() => this.#run(statement, signal, use), { signal })
      await client.queue.add(run, { signal })
    } finally {
      this.#held--
      client.held--
      if (client.held === 0) this.#clients.delete(network)
    }
  }

  /** Ends all statements; resolves when their processes have ended. */
  async close(): Promise<void> {
    this.#stop.abort(new ApiError('busy'))
    await Promise.allSettled([...this.#running, this.#idle.close()])
  }

  async #run(
    statement: PooledStatement,
    given: AbortSignal,
    use: (running: RunningStatement) => Promise<void>
  ): Promise<void> {
    const limits = { timeoutMs: TIMEOUT_MS, memoryBytes: MEMORY_BYTES, nice: NICE }
    const run = withTimeLimit({ ms: MAX_MS, signal: given }, (signal) =>
      runStatement({ ...statement, ...limits, signal }, use, this.#idle)
    )
    this.#running.add(run)
    try {
      await run
    } finally {
      this.#running.delete(run)
    }
  }
}

/** The network that counts as one client: an IPv4 address, or a /64 network of IPv6. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(':') : parsed.toString()
}
