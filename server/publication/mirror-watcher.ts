import { type Stats, statSync } from 'node:fs'

import { type MirrorCheck, startMirrorCheck } from '../../db/check/check-mirror.ts'
import {
  EmptyMirrorError,
  MirrorError,
  OutdatedMirrorError,
  explained
} from '../../db/mirror/mirror-error.ts'
import { type Mirror, openMirrorForReading } from '../../db/mirror/open-mirror.ts'
import { type PublicationFacts, readIdentity } from '../../db/mirror/read-identity.ts'

/** A mirror with a publication in it, ready to be read. */
export interface PublishedMirror {
  mirror: Mirror
  publication: PublicationFacts
  /** Of its file, where another one may stand by now. */
  inode: number
}

interface OpenMirror {
  mirror: Mirror
  inode: number
}

/**
 * The mirror as it is now. The file may appear after the server has started, be written to by a
 * sync, or be replaced by another one; what was readable stays readable when the file goes away.
 * A file is looked through for damage before it is taken, beside the visitors' requests: the one
 * before it is served until then, and goes on being served when the new one is no good.
 */
export class MirrorWatcher {
  readonly #file: string
  readonly #onFailure: (error: unknown) => void
  readonly #isRollbackAllowed: boolean
  #open: OpenMirror | undefined
  #check: (MirrorCheck & { settled: Promise<void> }) | undefined
  /** The state of a damaged file: it is not looked through again until it changes. */
  #refused: string | undefined
  #failure: unknown
  #isClosed = false

  /**
   * `onFailure` hears of a file that cannot be used, once for each reason. A file with an older
   * generation than the served one is not used unless `isRollbackAllowed`.
   */
  constructor(
    file: string,
    options: { onFailure: (error: unknown) => void; isRollbackAllowed?: boolean | undefined }
  ) {
    this.#file = file
    this.#onFailure = options.onFailure
    this.#isRollbackAllowed = options.isRollbackAllowed ?? false
  }

  /** The publication to answer from; undefined before the first one. */
  current(): PublishedMirror | undefined {
    this.#follow()
    if (!this.#open) return undefined
    const { mirror, inode } = this.#open
    const publication = readIdentity(mirror)
    return publication && { mirror, publication, inode }
  }

  /** Waits until the first mirror has been looked through; nothing to wait for when one is served. */
  async waitForCheck(): Promise<void> {
    this.#follow()
    if (!this.#open) await this.#check?.settled
  }

  /** Whether there is a file and it cannot be used; an older one only waits for the next sync. */
  isUnreadable(): boolean {
    const isFailed = this.#failure !== undefined && !this.#open
    return isFailed && !(this.#failure instanceof OutdatedMirrorError)
  }

  close(): void {
    this.#isClosed = true
    this.#check?.stop()
    this.#open?.mirror.$client.close()
    this.#open = undefined
  }

  /** Takes up another file than the open one. */
  #follow(): void {
    try {
      const stats = explained(this.#file, () => statSync(this.#file, { throwIfNoEntry: false }))
      if (!stats && !this.#open) this.#failure = undefined
      if (!stats || stats.ino === this.#open?.inode || this.#check) return
      if (stateOf(stats) !== this.#refused) this.#startCheck(stats)
    } catch (error) {
      // Tried again at the next request.
      this.#fail(error)
    }
  }

  #startCheck(stats: Stats): void {
    const next = { mirror: openMirrorForReading(this.#file), inode: stats.ino }
    const check = startMirrorCheck(this.#file)
    this.#check = { ...check, settled: this.#takeWhenSound(next, { check, stats }) }
  }

  async #takeWhenSound(
    next: OpenMirror,
    { check, stats }: { check: MirrorCheck; stats: Stats }
  ): Promise<void> {
    try {
      await check.done
      if (!this.#isRollbackAllowed) this.#refuseOlder(next.mirror)
      this.#take(next)
    } catch (error) {
      next.mirror.$client.close()
      this.#refused = stateOf(stats)
      if (!this.#isClosed) this.#fail(error)
    } finally {
      this.#check = undefined
    }
  }

  /** A restored copy that is behind what visitors have seen must not take its place unnoticed. */
  #refuseOlder(next: Mirror): void {
    const [now, then] = [this.#open && readIdentity(this.#open.mirror), readIdentity(next)]
    if (!now || !then || now.rootPageId !== then.rootPageId) return
    // One that was made anew counts from one again, and is the newer all the same.
    const isOlder = then.generation < now.generation && then.publishedAt <= now.publishedAt
    if (now.spaceId !== then.spaceId || !isOlder) return
    throw new MirrorError(
      `${this.#file} holds generation ${then.generation}, and generation ${now.generation} is being served; sync again, or start with --allow-rollback to serve the older one`
    )
  }

  #take(next: OpenMirror): void {
    const isStillThere = statSync(this.#file, { throwIfNoEntry: false })?.ino === next.inode
    // Replaced meanwhile: it may be another file that was looked through. The next request looks again.
    const left = isStillThere && !this.#isClosed ? this.#open : next
    left?.mirror.$client.close()
    if (left === next) return
    this.#open = next
    this.#failure = undefined
  }

  #fail(error: unknown): void {
    // A first sync may be just setting the file up.
    const failure = error instanceof EmptyMirrorError ? undefined : error
    if (failure && String(failure) !== String(this.#failure)) this.#onFailure(failure)
    this.#failure = failure
  }
}

function stateOf({ ino, mtimeMs, size }: Stats): string {
  return `${ino} ${mtimeMs} ${size}`
}
