import type { BigIntStats } from 'node:fs'

import { fileIdOf, findFileId } from '../../db/mirror/files/file-id.ts'
import { findStats } from '../../db/mirror/files/find-stats.ts'
import { EmptyMirrorError, explained } from '../../db/mirror/mirror-error.ts'
import type { MirrorPaths } from '../../db/mirror/mirror-paths.ts'
import type { PublicationFacts } from '../../db/mirror/read-identity.ts'
import type { SiteConfig } from '../../site/config/config.ts'
import {
  type OpenMirror,
  contentState,
  isSamePublication,
  openIfNewer,
  readNewPublication,
  requireCovers
} from './open-mirror.ts'
import { FileChecks } from './file-checks.ts'
import type { MirrorSource, PublishedMirror, WatcherState } from './mirror-source.ts'
import { MirrorFaults, missingMirror } from './mirror-faults.ts'
import { RetiredMirrors } from './retired-mirrors.ts'

/** Default of `lookIntervalMs`. */
const LOOK_INTERVAL_MS = 250

export interface WatcherOptions {
  /** Determines which spoilers the first file must cover; none by default. */
  config?: SiteConfig | undefined
  /** Receives the reason why a file cannot be used, once for each reason. */
  onFailure: (error: unknown) => void
  /** Whether a file with an older generation than the served one is used. */
  isRollbackAllowed?: boolean | undefined
  /** The time between two checks of the file, 250 by default. With 0, each call of `current` checks it. */
  lookIntervalMs?: number | undefined
}

/**
 * Opens the mirror file and follows it. The file may appear after the server has started, be
 * written by a sync, be replaced by another file, or be deleted; an open mirror stays readable. A
 * new file is verified in a child process, unless it is unchanged since it was verified. Until then,
 * or if it is refused, the previous file is served.
 */
export class MirrorWatcher implements MirrorSource {
  readonly #paths: MirrorPaths
  readonly #config: SiteConfig | undefined
  readonly #onFailure: (error: unknown) => void
  readonly #isRollbackAllowed: boolean
  readonly #lookIntervalMs: number
  readonly #timer: NodeJS.Timeout
  readonly #listeners: ((published: PublishedMirror) => void)[] = []
  readonly #retired = new RetiredMirrors()
  readonly #faults: MirrorFaults
  readonly #checks: FileChecks
  #lookedAt = -Infinity
  #isLooking = false
  #open: OpenMirror | undefined
  #published: PublishedMirror | undefined
  #swaps = 0
  #isClosed = false

  constructor(paths: MirrorPaths, options: WatcherOptions) {
    const { onFailure, isRollbackAllowed = false, lookIntervalMs = LOOK_INTERVAL_MS } = options
    this.#paths = paths
    this.#config = options.config
    this.#onFailure = onFailure
    this.#faults = new MirrorFaults(onFailure)
    this.#checks = new FileChecks({
      paths,
      isServing: () => this.#published !== undefined,
      served: () => this.#served(),
      accept: (next) => this.#replace(next),
      refuse: (error, state) => this.#refuse(error, state),
      onFault: onFailure
    })
    this.#isRollbackAllowed = isRollbackAllowed
    this.#lookIntervalMs = lookIntervalMs
    // An idle server notices a publication too.
    this.#timer = setInterval(() => this.#lookIfDue(), lookIntervalMs || LOOK_INTERVAL_MS).unref()
  }

  /**
   * The mirror that is served; undefined before the first publication. The same object until the
   * next publication. Without a query or a system call unless a look is due.
   */
  current(now?: number): PublishedMirror | undefined {
    this.#lookIfDue(now)
    return this.#published
  }

  /** Looks at the file now, for example because another program has announced a publication. */
  look(): void {
    // A listener may ask for the current publication, which is still the old one.
    if (this.#isLooking || this.#isClosed) return
    this.#isLooking = true
    try {
      this.#follow()
      this.#readPublication()
    } catch (error) {
      // The next look tries again.
      this.#faults.fail(error, 'unreadable')
    } finally {
      // Read after the look: a slow file system must not make each request look.
      this.#lookedAt = performance.now()
      this.#isLooking = false
    }
  }

  /**
   * Adds a listener that is called with each new publication before `current` returns it. Its error
   * is reported and does not delay the publication.
   */
  onPublication(listener: (published: PublishedMirror) => void): void {
    this.#listeners.push(listener)
  }

  /** Keeps the mirrors that a request reads open until the returned function is called. */
  hold(): () => void {
    return this.#retired.hold()
  }

  /** Resolves when the first file has been verified, or after `patienceMs`, by default 25 s; at once if a mirror is served. */
  async waitForCheck(patienceMs?: number): Promise<void> {
    this.#lookIfDue()
    if (!this.#open) await this.#checks.ended(patienceMs)
  }

  /** Resolves when a file that has replaced the served one has been verified, or after 25 s. */
  async waitForReplacement(): Promise<void> {
    this.look()
    await this.#checks.ended()
  }

  state(): WatcherState {
    const { refused, last, problem } = this.#faults
    return { refusedMirrors: refused, lastRefusal: last, swaps: this.#swaps, problem }
  }

  /** Whether the file cannot be used, except for an outdated one: the next sync migrates it. */
  isUnreadable(): boolean {
    return !this.#open && this.#faults.isUnreadable()
  }

  /** Resolves when no verification runs any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    const stopped = this.#checks.close()
    this.#retired.close()
    this.#open?.mirror.$client.close()
    this.#open = undefined
    this.#published = undefined
    await stopped
  }

  #lookIfDue(now = performance.now()): void {
    if (now - this.#lookedAt >= this.#lookIntervalMs) this.look()
  }

  /** Considers a file that is not the open one. */
  #follow(): void {
    const { file } = this.#paths
    const stats = explained(file, () => findStats(file))
    const fileId = stats && fileIdOf(stats)
    // Neither exists before the first publication, which is no fault.
    if (fileId === this.#open?.fileId) return this.#faults.clear()
    if (!stats) {
      return this.#faults.fail(missingMirror(file), 'missing')
    }
    const state = contentState(file, stats)
    if (!this.#checks.isRunning && !this.#faults.isFinal(state)) this.#checks.start(stats, state)
  }

  /** Reads the publication of the open mirror if another connection has committed. */
  #readPublication(): void {
    const open = this.#open
    if (!open) return
    const publication = readNewPublication(open)
    const { mirror, fileId } = open
    if (publication) this.#publish({ mirror, publication, fileId })
    const stats = findStats(this.#paths.file)
    if (!stats || fileIdOf(stats) !== fileId) return
    const state = contentState(this.#paths.file, stats)
    if (state === open.state) return
    open.state = state
    if (!publication) this.#openAgain(stats)
  }

  /** Serves what only a new connection sees; see `openIfNewer`. */
  #openAgain(stats: BigIntStats): void {
    const newer = openIfNewer(this.#paths.file, stats, this.#published?.publication)
    if (!newer) return
    const previous = this.#open?.mirror
    const { publication, ...next } = newer
    this.#open = next
    this.#publish({ mirror: next.mirror, publication, fileId: next.fileId })
    if (previous) this.#retired.retire(previous)
  }

  /** A run that found no changes commits as well, without a new publication. */
  #publish(next: PublishedMirror): void {
    const known = this.#published
    if (known?.mirror === next.mirror && isSamePublication(known.publication, next.publication))
      return
    for (const listener of this.#listeners) {
      try {
        listener(next)
      } catch (error) {
        this.#onFailure(error)
      }
    }
    this.#published = next
  }

  /** What `readAcceptable` compares a new file with. */
  #served(): PublicationFacts | undefined {
    return this.#isRollbackAllowed ? undefined : this.#published?.publication
  }

  #replace(next: OpenMirror): void {
    const isSameFile = findFileId(this.#paths.file) === next.fileId
    // Replaced during the verification, which may have read the other file: the next look tries again.
    if (!isSameFile || this.#isClosed) return void next.mirror.$client.close()
    // A server that shows something goes on, whatever rules a sync has used since.
    if (this.#config && !this.#published) requireCovers(next, this.#config)
    const previous = this.#open?.mirror
    this.#open = next
    this.#faults.forget()
    this.#readPublication()
    if (!previous) return
    this.#swaps++
    this.#retired.retire(previous)
  }

  /** Keeps the previous mirror. */
  #refuse(error: unknown, state: string): void {
    // The first sync may still be filling it.
    if (error instanceof EmptyMirrorError && !this.#open) this.#faults.clear()
    else this.#faults.refuse(error, state)
  }
}
