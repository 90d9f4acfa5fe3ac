import { type Stats, statSync } from 'node:fs'

import type { Statement } from 'better-sqlite3'

import { type MirrorCheck, startMirrorCheck } from '../../db/check/check-mirror.ts'
import {
  EmptyMirrorError,
  MirrorError,
  OutdatedMirrorError,
  explained
} from '../../db/mirror/mirror-error.ts'
import { type Mirror, openMirrorForReading } from '../../db/mirror/open-mirror.ts'
import { type PublicationFacts, readIdentity } from '../../db/mirror/read-identity.ts'
import type { MirrorSource, PublishedMirror } from './mirror-source.ts'
import { RetiredMirrors } from './retired-mirrors.ts'

/** Default of `lookIntervalMs`. */
const LOOK_INTERVAL_MS = 250

export interface WatcherOptions {
  /** Receives the reason why a file cannot be used, once for each reason. */
  onFailure: (error: unknown) => void
  /** Whether a file with an older generation than the served one is used. */
  isRollbackAllowed?: boolean | undefined
  /**
   * How long after a look at the file the next one is due, 250 by default. With 0, each call of
   * `current` looks.
   */
  lookIntervalMs?: number | undefined
}

interface OpenMirror {
  mirror: Mirror
  inode: number
  /** Its value changes with each commit of another connection. */
  version: Statement<[], number>
  /** The value at the last look. */
  seen: number | undefined
}

/**
 * Opens the mirror file and follows it. The file may appear after the server has started, be
 * written by a sync, be replaced by another file, or be deleted; an open mirror stays readable. A
 * new file is checked for damage in the background. Until then, or if the check fails, the previous
 * file is served.
 */
export class MirrorWatcher implements MirrorSource {
  readonly #file: string
  readonly #onFailure: (error: unknown) => void
  readonly #isRollbackAllowed: boolean
  readonly #lookIntervalMs: number
  readonly #timer: NodeJS.Timeout
  readonly #listeners: ((published: PublishedMirror) => void)[] = []
  readonly #retired = new RetiredMirrors()
  #lookedAt = -Infinity
  #isLooking = false
  #open: OpenMirror | undefined
  #published: PublishedMirror | undefined
  #check: (MirrorCheck & { settled: Promise<void> }) | undefined
  /** The state of a rejected file; it is not checked again until it changes. */
  #rejected: string | undefined
  #failure: unknown
  #isClosed = false

  constructor(file: string, options: WatcherOptions) {
    const { onFailure, isRollbackAllowed = false, lookIntervalMs = LOOK_INTERVAL_MS } = options
    this.#file = file
    this.#onFailure = onFailure
    this.#isRollbackAllowed = isRollbackAllowed
    this.#lookIntervalMs = lookIntervalMs
    // An idle server notices a publication too.
    this.#timer = setInterval(() => this.#lookIfDue(), lookIntervalMs || LOOK_INTERVAL_MS).unref()
  }

  /**
   * The mirror that is served; undefined before the first publication. The same object until the
   * next publication. Without a query or a system call unless a look is due.
   */
  current(): PublishedMirror | undefined {
    this.#lookIfDue()
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
      this.#fail(error)
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

  /** Resolves when the first file has been checked; at once if a mirror is served. */
  async waitForCheck(): Promise<void> {
    this.#lookIfDue()
    if (!this.#open) await this.#check?.settled
  }

  /** Whether the file cannot be used, except for an outdated one: the next sync migrates it. */
  isUnreadable(): boolean {
    const isFailed = this.#failure !== undefined && !this.#open
    return isFailed && !(this.#failure instanceof OutdatedMirrorError)
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    this.#check?.stop()
    this.#retired.close()
    this.#open?.mirror.$client.close()
    this.#open = undefined
    this.#published = undefined
  }

  #lookIfDue(): void {
    if (performance.now() - this.#lookedAt >= this.#lookIntervalMs) this.look()
  }

  /** Starts the check of a file that is not the open one. */
  #follow(): void {
    const stats = explained(this.#file, () => statSync(this.#file, { throwIfNoEntry: false }))
    const isOpen = stats?.ino === this.#open?.inode
    // Absent before the first publication, or served again.
    if (isOpen) this.#failure = undefined
    if (!stats || isOpen || this.#check) return
    if (stateOf(stats) !== this.#rejected) this.#startCheck(stats)
  }

  /** Reads the publication of the open mirror if another connection has committed. */
  #readPublication(): void {
    const open = this.#open
    if (!open) return
    const version = explained(this.#file, () => open.version.get())
    if (version === open.seen) return
    const publication = explained(this.#file, () => readIdentity(open.mirror))
    open.seen = version
    if (publication) this.#publish({ mirror: open.mirror, publication, inode: open.inode })
  }

  /** A run that found no changes commits as well, without a new publication. */
  #publish(next: PublishedMirror): void {
    const known = this.#published
    if (known?.mirror === next.mirror && isSame(known.publication, next.publication)) return
    for (const listener of this.#listeners) {
      try {
        listener(next)
      } catch (error) {
        this.#onFailure(error)
      }
    }
    this.#published = next
  }

  #startCheck(stats: Stats): void {
    const mirror = openMirrorForReading(this.#file)
    const check = startMirrorCheck(this.#file)
    const version = mirror.$client.prepare<[], number>('pragma data_version').pluck()
    const next = { mirror, inode: stats.ino, version, seen: undefined }
    this.#check = { ...check, settled: this.#openWhenChecked(next, { check, stats }) }
  }

  async #openWhenChecked(
    next: OpenMirror,
    { check, stats }: { check: MirrorCheck; stats: Stats }
  ): Promise<void> {
    try {
      await check.done
      this.#rejectOlder(next)
      this.#replace(next)
    } catch (error) {
      next.mirror.$client.close()
      this.#rejected = stateOf(stats)
      if (!this.#isClosed) this.#fail(error)
    } finally {
      this.#check = undefined
    }
  }

  /** A restored backup must not replace a newer publication unnoticed. */
  #rejectOlder({ mirror }: OpenMirror): void {
    const [now, then] = [this.#published?.publication, readIdentity(mirror)]
    if (!now) return
    if (!then) throw new MirrorError(`${this.#file} contains no publication; sync again`)
    if (this.#isRollbackAllowed || now.rootPageId !== then.rootPageId) return
    // A mirror created anew counts generations from 1, so the time decides too.
    const isOlder = then.generation < now.generation && then.publishedAt <= now.publishedAt
    if (now.spaceId !== then.spaceId || !isOlder) return
    throw new MirrorError(
      `${this.#file} holds generation ${then.generation}, and generation ${now.generation} is being served; sync again, or start with --allow-rollback to serve the older one`
    )
  }

  #replace(next: OpenMirror): void {
    const isSameFile = statSync(this.#file, { throwIfNoEntry: false })?.ino === next.inode
    // Replaced during the check, which may have read the other file: the next look checks again.
    if (!isSameFile || this.#isClosed) return void next.mirror.$client.close()
    const previous = this.#open?.mirror
    this.#open = next
    this.#failure = undefined
    this.#readPublication()
    if (previous) this.#retired.retire(previous)
  }

  #fail(error: unknown): void {
    // The first sync may be creating the file.
    const failure = error instanceof EmptyMirrorError ? undefined : error
    if (failure && String(failure) !== String(this.#failure)) this.#onFailure(failure)
    this.#failure = failure
  }
}

function isSame(one: PublicationFacts, other: PublicationFacts): boolean {
  return (
    one.generation === other.generation &&
    one.publishedAt === other.publishedAt &&
    one.digest === other.digest &&
    one.pathRules === other.pathRules
  )
}

function stateOf({ ino, mtimeMs, size }: Stats): string {
  return `${ino} ${mtimeMs} ${size}`
}
