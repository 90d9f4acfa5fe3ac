import { statSync } from 'node:fs'
import path from 'node:path'

import { MirrorError, OutdatedMirrorError } from '../../db/mirror/mirror-error.ts'
import { isSpoilerCopy } from '../../db/mirror/spoiler-copies.ts'
import { messageOf } from '../../site/formats/error-message.ts'

/** A file that a mirror references, by its path. */
export interface ReferencedFile {
  path: string
  /** Bytes. */
  size: number
}

/** A mirror references missing or incomplete files; it is verified again once the first one is complete. */
export class MissingAssetsError extends MirrorError {
  override name = 'MissingAssetsError'
  readonly first: ReferencedFile

  constructor(file: string, count: number, first: ReferencedFile) {
    const subject = count === 1 ? 'one file that is' : `${count} files that are`
    super(
      `${file} references ${subject} missing or incomplete, such as ${first.path}; copy the assets before the mirror`
    )
    this.first = first
  }
}

/** Pause after a verification whose process ended, for example because memory was short. */
const RETRY_MS = 60_000

/** A verification ended without a result. */
export class InterruptedError extends MirrorError {
  override name = 'InterruptedError'
}

/** The file of the served mirror is gone. */
export function missingMirror(file: string): MirrorError {
  const advice = isSpoilerCopy(path.basename(file))
    ? '; if a sync has used other rules for spoilers than this server, restart the server'
    : ''
  return new MirrorError(`${file} is missing; the mirror that was open is still served${advice}`)
}

/** Why the served mirror is not the file of the path: it is missing, refused, or cannot be read. */
export type MirrorProblem = 'missing' | 'refused' | 'unreadable'

/** A refused mirror file. */
interface Refusal {
  /** See `contentState`. */
  state: string
  error: unknown
  /** On the clock of `performance.now`. */
  at: number
}

/** Why the file of the path is not served. Reports each reason once. */
export class MirrorFaults {
  /** How many files were refused, each state of a file once. */
  refused = 0
  /** The last refusal. `at` is in UTC milliseconds. */
  last: { message: string; at: number } | undefined
  problem: MirrorProblem | undefined
  readonly #onFailure: (error: unknown) => void
  #refusal: Refusal | undefined
  #failure: unknown

  constructor(onFailure: (error: unknown) => void) {
    this.#onFailure = onFailure
  }

  /** Refuses a file. */
  refuse(error: unknown, state: string): void {
    this.#failure = error
    this.problem = 'refused'
    const isKnown = this.#refusal?.state === state
    this.#refusal = { state, error, at: performance.now() }
    if (isKnown) return
    this.refused++
    this.last = { message: messageOf(error), at: Date.now() }
    this.#onFailure(error)
  }

  /** Reports that the file could not be checked for a new publication. */
  fail(error: unknown, problem: MirrorProblem): void {
    if (String(error) !== String(this.#failure)) this.#onFailure(error)
    this.#failure = error
    this.problem = problem
  }

  /** The file of the path is served, or there is none yet. */
  clear(): void {
    this.#failure = undefined
    this.problem = undefined
  }

  /** Another file is served now: if a refused file comes back, it counts again. */
  forget(): void {
    this.clear()
    this.#refusal = undefined
  }

  /**
   * Whether a file was refused in this state, and another attempt would fail too. A failure of the
   * system may be over although the file is the same.
   */
  isFinal(state: string): boolean {
    if (this.#refusal?.state !== state) return false
    const { error, at } = this.#refusal
    if (error instanceof InterruptedError) return performance.now() - at < RETRY_MS
    if (error instanceof MissingAssetsError) return !isComplete(error.first)
    return error instanceof MirrorError && error.cause === undefined
  }

  /** Whether the file cannot be used, except for an outdated one: the next sync migrates it. */
  isUnreadable(): boolean {
    return this.#failure !== undefined && !(this.#failure instanceof OutdatedMirrorError)
  }
}

function isComplete({ path: file, size }: ReferencedFile): boolean {
  return statSync(file, { throwIfNoEntry: false })?.size === size
}
