import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { type Core, startOn, stopProcess } from './processes.ts'

const script = fileURLToPath(new URL('./load-process.js', import.meta.url))

export interface LoadResult {
  responses: number
  /** Milliseconds. */
  p50: number
  p99: number
  errors: number
  /** Responses by status. */
  statuses: Record<string, number>
}

export interface PacedResult extends LoadResult {
  /** Pages that do not end as HTML. */
  torn: number
  /** Responses with an older version than an earlier response. */
  backwards: number
  /** Unix time in milliseconds of the first response with each version. */
  firstSeen: Record<string, number>
}

export interface ClosedJob {
  url: string
  headers: Record<string, string>
  connections: number
  seconds: number
}

export interface PacedJob {
  urls: string[]
  headers: Record<string, string>
  connections: number
  seconds: number
  /** Requests a second. */
  rate: number
  /** A regular expression whose first group is the number of a version. */
  versionPattern?: string
}

/** The process that sends the requests. It does one job at a time and stays warm between them. */
export class LoadGenerator {
  readonly #child: ChildProcess
  readonly #ended = new AbortController()

  constructor(core: Core) {
    this.#child = startOn(core, [process.execPath, script], { hasChannel: true })
    this.#child.stderr?.pipe(process.stderr)
    this.#child.once('exit', () => this.#ended.abort(new Error('the load process has ended')))
  }

  async closed(job: ClosedJob): Promise<LoadResult> {
    return (await this.#run({ kind: 'closed', ...job })) as LoadResult
  }

  async paced(job: PacedJob): Promise<PacedResult> {
    return (await this.#run({ kind: 'paced', ...job })) as PacedResult
  }

  /** Forgets the latencies of a paced load so far. */
  markPaced(): void {
    this.#child.send({ kind: 'mark' })
  }

  /** Ends a paced load before its time. */
  stopPaced(): void {
    this.#child.send({ kind: 'stop' })
  }

  async close(): Promise<void> {
    await stopProcess(this.#child)
  }

  async #run(job: object): Promise<unknown> {
    const answered = once(this.#child, 'message', { signal: this.#ended.signal })
    this.#child.send(job)
    const [result] = (await answered) as [{ failure?: string }]
    if (result.failure !== undefined) throw new Error(`the load failed: ${result.failure}`)
    return result
  }
}

/** The number of responses whose status is none of the expected ones. */
export function unexpected({ statuses }: LoadResult, expected: number): number {
  return Object.entries(statuses)
    .filter(([status]) => Number(status) !== expected)
    .reduce((sum, [, count]) => sum + count, 0)
}
