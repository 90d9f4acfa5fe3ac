import { setTimeout as sleep } from 'node:timers/promises'

import type { ServeNode } from './serve-node.ts'

const REQUEST_LIMIT_MS = 30_000

/** The edited page; its title contains the number of the edit, in several places of the document. */
const editNumber = /Cluster edit (\d+)/g

/** What visitors of one node saw. */
export interface Seen {
  requests: number
  /** Responses that are not 2xx and connection errors, outside of restarts. */
  errors: string[]
  /** Documents with different numbers in them, or with a number below that of an earlier response. */
  torn: string[]
  /** Time of the first response with an edit, by its number; UTC milliseconds. */
  firstSeen: Map<number, number>
  /** Milliseconds from a kill to the first successful response. */
  restarts: number[]
}

/** Sends requests to one node at a steady rate, and checks each response. */
export class Visitors {
  readonly seen: Seen = {
    requests: 0,
    errors: [],
    torn: [],
    firstSeen: new Map(),
    restarts: []
  }
  readonly #node: Pick<ServeNode, 'url'>
  readonly #paths: string[]
  #isStopped = false
  #killedAt: number | undefined

  /** The first of `paths` is the edited page. */
  constructor(node: Pick<ServeNode, 'url'>, paths: string[]) {
    this.#node = node
    this.#paths = paths
  }

  /** `count` visitors send one request after the other, together `rate` per second at most. */
  async run({ count, rate }: { count: number; rate: number }): Promise<void> {
    const pauseMs = (1000 * count) / rate
    await Promise.all(Array.from({ length: count }, (_, index) => this.#visit(index, pauseMs)))
  }

  /** Counts no errors from now until the next successful response: the node is killed. */
  noteKill(): void {
    this.#killedAt = Date.now()
  }

  stop(): void {
    this.#isStopped = true
  }

  async #visit(visitor: number, pauseMs: number): Promise<void> {
    for (let turn = visitor; !this.#isStopped; turn++) {
      const startedAt = Date.now()
      // Every second request is for the edited page.
      const path = this.#paths[turn % 2 === 0 ? 0 : turn % this.#paths.length] ?? '/'
      await this.#request(path)
      await sleep(Math.max(0, startedAt + pauseMs - Date.now()))
    }
  }

  async #request(path: string): Promise<void> {
    const killedBefore = this.#killedAt
    const { seen } = this
    const newest = Math.max(0, ...seen.firstSeen.keys())
    try {
      const signal = AbortSignal.timeout(REQUEST_LIMIT_MS)
      const reply = await fetch(`${this.#node.url}${path}`, { signal, redirect: 'manual' })
      const body = await reply.text()
      if (!reply.ok) throw new Error(`${path} answers ${reply.status}`)
      seen.requests++
      this.#endRestart(killedBefore)
      this.#check(path, { body, newest })
    } catch (error) {
      // Requests that were under way when the node was killed fail too.
      const isRestarting = killedBefore !== undefined || this.#killedAt !== undefined
      if (!isRestarting) seen.errors.push(`${String(error)} ${causeOf(error)}`.trim())
    }
  }

  #endRestart(killedAt: number | undefined): void {
    if (killedAt === undefined || this.#killedAt !== killedAt) return
    this.seen.restarts.push(Date.now() - killedAt)
    this.#killedAt = undefined
  }

  #check(path: string, { body, newest }: { body: string; newest: number }): void {
    if (path !== this.#paths[0]) return
    const numbers = new Set([...body.matchAll(editNumber)].map(([, number]) => Number(number)))
    const [number] = numbers
    if (number === undefined) return
    const { torn, firstSeen } = this.seen
    if (numbers.size > 1) torn.push(`${path} has the edits ${[...numbers].join(' and ')}`)
    // Compared with what had been seen when the request was sent.
    if (number < newest) torn.push(`${path} has edit ${number} after edit ${newest}`)
    if (!firstSeen.has(number)) firstSeen.set(number, Date.now())
  }
}

function causeOf(error: unknown): string {
  return error instanceof Error && error.cause !== undefined ? `(${String(error.cause)})` : ''
}
