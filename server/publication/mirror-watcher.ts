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
  /** The inode of the open file; its path may name another file by now. */
  inode: number
}

interface OpenMirror {
  mirror: Mirror
  inode: number
}

/**
 * Opens the mirror file and follows it. The file may appear after the server has started, be
 * written by a sync, be replaced by another file, or be deleted; an open mirror stays readable. A
 * new file is checked for damage in the background. Until then, or if the check fails, the previous
 * file is served.
 */
export class MirrorWatcher {
  readonly #file: string
  readonly #onFailure: (error: unknown) => void
  readonly #isRollbackAllowed: boolean
  #open: OpenMirror | undefined
  #check: (MirrorCheck & { settled: Promise<void> }) | undefined
  /** The state of a rejected file; it is not checked again until it changes. */
  #rejected: string | undefined
  #failure: unknown
  #isClosed = false

  /**
   * `onFailure` is called when a file cannot be used, once for each reason. A file with an older
   * generation than the served one is used only if `isRollbackAllowed`.
   */
  constructor(
    file: string,
    options: { onFailure: (error: unknown) => void; isRollbackAllowed?: boolean | undefined }
  ) {
    this.#file = file
    this.#onFailure = options.onFailure
    this.#isRollbackAllowed = options.isRollbackAllowed ?? false
  }

  /** The mirror that is served; undefined before the first publication. */
  current(): PublishedMirror | undefined {
    this.#follow()
    if (!this.#open) return undefined
    const { mirror, inode } = this.#open
    const publication = readIdentity(mirror)
    return publication && { mirror, publication, inode }
  }

  /** Resolves when the first file has been checked; at once if a mirror is served. */
  async waitForCheck(): Promise<void> {
    this.#follow()
    if (!this.#open) await this.#check?.settled
  }

  /** Whether the file cannot be used, except for an outdated one: the next sync migrates it. */
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

  /** Starts the check of a file that is not the open one. */
  #follow(): void {
    try {
      const stats = explained(this.#file, () => statSync(this.#file, { throwIfNoEntry: false }))
      if (!stats && !this.#open) this.#failure = undefined
      if (!stats || stats.ino === this.#open?.inode || this.#check) return
      if (stateOf(stats) !== this.#rejected) this.#startCheck(stats)
    } catch (error) {
      // The next request tries again.
      this.#fail(error)
    }
  }

  #startCheck(stats: Stats): void {
    const next = { mirror: openMirrorForReading(this.#file), inode: stats.ino }
    const check = startMirrorCheck(this.#file)
    this.#check = { ...check, settled: this.#openWhenChecked(next, { check, stats }) }
  }

  async #openWhenChecked(
    next: OpenMirror,
    { check, stats }: { check: MirrorCheck; stats: Stats }
  ): Promise<void> {
    try {
      await check.done
      if (!this.#isRollbackAllowed) this.#rejectOlder(next.mirror)
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
  #rejectOlder(next: Mirror): void {
    const [now, then] = [this.#open && readIdentity(this.#open.mirror), readIdentity(next)]
    if (!now || !then || now.rootPageId !== then.rootPageId) return
    // A mirror created anew counts generations from 1, so the time decides too.
    const isOlder = then.generation < now.generation && then.publishedAt <= now.publishedAt
    if (now.spaceId !== then.spaceId || !isOlder) return
    throw new MirrorError(
      `${this.#file} holds generation ${then.generation}, and generation ${now.generation} is being served; sync again, or start with --allow-rollback to serve the older one`
    )
  }

  #replace(next: OpenMirror): void {
    const isSameFile = statSync(this.#file, { throwIfNoEntry: false })?.ino === next.inode
    // Replaced during the check, which may have read the other file: the next request checks again.
    const unused = isSameFile && !this.#isClosed ? this.#open : next
    unused?.mirror.$client.close()
    if (unused === next) return
    this.#open = next
    this.#failure = undefined
  }

  #fail(error: unknown): void {
    // The first sync may be creating the file.
    const failure = error instanceof EmptyMirrorError ? undefined : error
    if (failure && String(failure) !== String(this.#failure)) this.#onFailure(failure)
    this.#failure = failure
  }
}

function stateOf({ ino, mtimeMs, size }: Stats): string {
  return `${ino} ${mtimeMs} ${size}`
}
