import type { BigIntStats } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

import { isVerifiedPublication, rememberVerified } from '../../db/check/verified-file.ts'
import { MirrorError } from '../../db/mirror/mirror-error.ts'
import type { MirrorPaths } from '../../db/mirror/mirror-paths.ts'
import type { PublicationFacts } from '../../db/mirror/read-identity.ts'
import { type OpenMirror, openMirror, readAcceptable } from './open-mirror.ts'
import {
  type Verification,
  type VerifyAnswer,
  partialFaults,
  startVerification
} from './start-verification.ts'

/** How long a request waits for a check; shorter than the timeout of common proxies. */
const PATIENCE_MS = 25_000

interface CheckOptions {
  paths: MirrorPaths
  /** Whether another file is served meanwhile. */
  isServing: () => boolean
  /** What a new file is compared with; see `readAcceptable`. */
  served: () => PublicationFacts | undefined
  /** Receives a file that may be served. It closes the mirror, or keeps it. */
  accept: (next: OpenMirror) => void
  /** Receives the reason why a file with this state is not served. */
  refuse: (error: unknown, state: string) => void
  /** Receives faults of a file that is accepted all the same. */
  onFault: (error: unknown) => void
}

/** Checks files that have taken the path of the mirror, one at a time. */
export class FileChecks {
  readonly #options: CheckOptions
  #running: (Verification & { settled: Promise<void> }) | undefined
  #isClosed = false

  constructor(options: CheckOptions) {
    this.#options = options
  }

  get isRunning(): boolean {
    return this.#running !== undefined
  }

  /** Accepts a file that is known to be intact, and starts the verification of any other. */
  start(stats: BigIntStats, state: string): void {
    const { paths, served, accept, refuse } = this.#options
    let next: OpenMirror | undefined
    try {
      next = openMirror(paths.file, stats)
      const publication = readAcceptable(next, served())
      if (isVerifiedPublication(paths, publication)) accept(next)
      else this.#running = this.#verify(next, state)
    } catch (error) {
      next?.mirror.$client.close()
      refuse(error, state)
    }
  }

  /** Resolves when the running check has ended, or after `patienceMs`. */
  async ended(patienceMs = PATIENCE_MS): Promise<void> {
    const { settled } = this.#running ?? {}
    if (settled) await Promise.race([settled, setTimeout(patienceMs, 0, { ref: false })])
  }

  /** Resolves when nothing is checked any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#running?.stop()
  }

  #verify(next: OpenMirror, state: string): Verification & { settled: Promise<void> } {
    const { paths, isServing } = this.#options
    const { file, assets } = paths
    const verification = startVerification({ file, assets, isReplacement: isServing() })
    return { ...verification, settled: this.#finish(next, verification, state) }
  }

  async #finish(next: OpenMirror, { done }: Verification, state: string): Promise<void> {
    const { served, accept, refuse } = this.#options
    try {
      this.#judge(await done)
      readAcceptable(next, served())
      accept(next)
    } catch (error) {
      next.mirror.$client.close()
      if (!this.#isClosed) refuse(error, state)
    } finally {
      this.#running = undefined
    }
  }

  /**
   * Throws for a file that must not be served. As long as nothing is served, damage of the search index
   * and missing assets are only reported.
   */
  #judge(answer: VerifyAnswer): void {
    if (answer.kind === 'refused') throw new MirrorError(answer.message)
    const { paths, isServing, onFault } = this.#options
    const faults = partialFaults(paths.file, answer)
    if (faults[0] && isServing()) throw faults[0]
    for (const fault of faults) onFault(fault)
    const { search, state, publication } = answer
    if (paths.folder === undefined || state === undefined || search !== undefined) return
    rememberVerified(paths.folder, state, publication)
  }
}
