import os from 'node:os'
import { setImmediate } from 'node:timers/promises'

import PQueue from 'p-queue'

import { readLastSync } from '../db/lists/read-site-pages.ts'
import { differenceFrom, markOf } from '../server/responses/publication-mark.ts'
import type { SiteContext } from '../server/site/site-context.ts'
import type { Reference } from './addresses/place-address.ts'
import { BuildError } from './build-error.ts'
import type { VersionFiles } from './folder/version-files.ts'
import type { WrittenFile } from './folder/write-file.ts'
import { type PictureFiles, isPictureAddress } from './render/picture-files.ts'
import { ResponseError, type Responses } from './render/responses.ts'
import {
  type PageIds,
  type WantedResponse,
  readPageIds,
  referredResponse,
  siteResponses
} from './requests/wanted.ts'
import type { BuildFile, Entry } from './state/build-file.ts'

/** Responses that are placed in one task: after it, the event loop handles those that are made meanwhile. */
const BATCH = 500

/** A folder is filled again if the mirror was published meanwhile, at most so many times in all. */
const MAX_ROUNDS = 10

/** What a build has done. */
export interface BuildCounts {
  pages: number
  /** Responses that were made. */
  rendered: number
  /** Files whose content was written, not linked. */
  written: number
  files: number
  bytes: number
  /** What could not be made, one message for each. */
  failures: string[]
}

/** Files that are made in another way. */
export interface MoreFiles {
  files: Map<string, WrittenFile>
  references: Reference[]
}

interface BuildParts {
  context: SiteContext
  state: BuildFile
  files: VersionFiles
  responses: Responses
  pictures: PictureFiles
  signal: AbortSignal
}

/** Fills the folder of one version with the files of the publication that is served at its end. */
export class FolderBuild {
  readonly counts: BuildCounts = {
    pages: 0,
    rendered: 0,
    written: 0,
    files: 0,
    bytes: 0,
    failures: []
  }
  readonly #parts: BuildParts
  #isOutdated = false
  #known = new Map<string, Entry>()
  #knownPictures = new Map<string, number>()
  #pages: PageIds = new Map()
  readonly #queue = new PQueue({ concurrency: 2 * os.availableParallelism() })
  #failure: { error: unknown } | undefined

  constructor(parts: BuildParts) {
    this.#parts = parts
  }

  /** Fills the folder. Throws `BuildError`, the reason of the signal, or an error of the file system. */
  async fill(addMore: () => Promise<MoreFiles>): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const mark = this.#begin()
      // The process of `addMore` starts now, and reads this publication or a later one.
      await Promise.all([this.#addMore(addMore), this.#fillOnce(mark)])
      await this.#settle()
      if (this.#isCurrent(mark)) {
        Object.assign(this.counts, this.#parts.files.complete())
        return
      }
      this.#parts.files.restart()
    }
    throw new BuildError(
      'the mirror was published again and again during the build; run it again when the sync has ended'
    )
  }

  /** The files of earlier builds that this one has not placed. */
  gone(): string[] {
    const files = [...this.#known.keys(), ...this.#knownPictures.keys()]
    return files.filter((file) => !this.#parts.files.has(file))
  }

  /** Begins a round, and returns the mark of the publication that is served now. */
  #begin(): string {
    const { site } = this.#parts.context
    this.#isOutdated = false
    this.counts.failures = []
    return markOf(site.published(), site.config.excludedPageIds)
  }

  /** Compares what is known with the publication that is served now. */
  #follow(mark: string): void {
    const { context, state, responses } = this.#parts
    const { site } = context
    const published = site.published()
    const difference = differenceFrom(state.state().publication ?? undefined, published, mark)
    if (difference.kind !== 'none') {
      // The first process starts while the others are counted.
      responses.prepare(1)
      responses.prepare(state.follow(difference.keys, mark))
    }
    state.expire(Date.now(), readLastSync(published.mirror))
    this.#known = new Map(state.entries().map((entry) => [entry.file, entry]))
    this.#knownPictures = state.pictures()
    this.#pages = readPageIds(site)
    this.counts.pages = this.#pages.size
  }

  #isCurrent(mark: string): boolean {
    if (this.#isOutdated) return false
    const { site, watcher } = this.#parts.context
    watcher.look()
    return markOf(site.published(), site.config.excludedPageIds) === mark
  }

  async #fillOnce(mark: string): Promise<void> {
    const { context } = this.#parts
    let placed = 0
    try {
      this.#follow(mark)
      for (const each of siteResponses(context.site, this.#pages)) {
        if (this.#isStopped()) break
        this.#place(each)
        if (++placed % BATCH === 0) await setImmediate()
      }
    } catch (error) {
      this.#failure ??= { error }
    }
  }

  async #addMore(addMore: () => Promise<MoreFiles>): Promise<void> {
    try {
      const { files, references } = await addMore()
      for (const [file, written] of files) this.#note(file, written)
      for (const reference of references) this.#refer(reference)
    } catch (error) {
      this.#failure ??= { error }
    }
  }

  /** Notes that a file has been written. */
  #note(file: string, { size, isNew }: WrittenFile): void {
    const { files } = this.#parts
    files.add(file, size)
    if (!isNew) return
    files.noteChange(file)
    this.counts.written++
  }

  async #settle(): Promise<void> {
    await this.#queue.onIdle()
    this.#parts.signal.throwIfAborted()
    if (this.#failure) throw this.#failure.error
  }

  #isStopped(): boolean {
    return this.#isOutdated || this.#failure !== undefined || this.#parts.signal.aborted
  }

  /** Puts a response into the folder: the file of an earlier build if it is current, or a new one. */
  #place(each: WantedResponse): void {
    const { file } = each
    if (this.#isDone(file) || this.#takeKnown(file)) return
    this.#start(file, async () => this.#make(each))
  }

  /** Puts the file of a reference into the folder. */
  #refer(reference: Reference): void {
    const { file, address } = reference
    if (this.#isDone(file)) return
    if (isPictureAddress(address)) return this.#placePicture(reference)
    if (this.#takeKnown(file)) return
    const { mirror } = this.#parts.context.site.published()
    const response = referredResponse(reference, { mirror, pages: this.#pages })
    if (response) this.#start(file, async () => this.#make(response))
  }

  #isDone(file: string): boolean {
    return this.#parts.files.has(file) || this.#isStopped()
  }

  /** Whether the file of a response that needs no change is in the folder now. */
  #takeKnown(file: string): boolean {
    const { files } = this.#parts
    const known = this.#known.get(file)
    if (!known) return false
    const { size, isPending } = known
    const isThere = size === null || (isPending ? files.isComplete(file, size) : files.take(file))
    if (!isThere) return false
    if (isPending) files.noteChange(file)
    this.#finish(known)
    return true
  }

  #finish({ file, size, references }: Pick<Entry, 'file' | 'size' | 'references'>): void {
    const { files } = this.#parts
    if (size === null) files.remove(file)
    else files.add(file, size)
    for (const reference of references) this.#refer(reference)
  }

  #placePicture({ file, address }: Reference): void {
    const { files, pictures, state } = this.#parts
    const size = this.#knownPictures.get(file)
    if (size !== undefined && files.take(file)) return files.add(file, size)
    this.#start(file, async () => {
      const placed = await pictures.place({ file, address }, files)
      if (!placed) return files.remove(file)
      this.#note(file, placed)
      if (placed.isFinal) state.addPicture(file, placed.size)
    })
  }

  async #make(each: WantedResponse): Promise<void> {
    const { responses, state, files } = this.#parts
    const { file, request } = each
    const { folder, earlier } = files
    const place = { folder, name: file, earlier }
    const outcome = await responses.write(each, place, this.#queue.size)
    if (outcome.kind === 'moved') {
      throw new BuildError('the mirror was replaced during the build; run the command again')
    }
    this.counts.rendered++
    const { made } = outcome
    const written = outcome.kind === 'written' ? outcome : undefined
    if (written) this.#note(file, written.file)
    const entry = {
      file,
      kind: request.kind,
      size: written?.file.size ?? null,
      references: written?.references ?? [],
      expiresAt: made.expiresAt ?? null,
      isPending: true
    }
    state.write(entry, made.keys)
    const { generation } = this.#parts.context.site.published().publication
    if (made.publications.some((from) => from.generation !== generation)) this.#isOutdated = true
    this.#finish(entry)
  }

  /** Queues the work on a file. The file counts as placed meanwhile, so that it is queued once. */
  #start(file: string, work: () => Promise<void>): void {
    this.#parts.files.add(file)
    void this.#queue.add(async () => {
      if (this.#isStopped()) return
      try {
        await work()
      } catch (error) {
        this.#fail(file, error)
      }
    })
  }

  /** A response that cannot be made is left out; any other error ends the build. */
  #fail(file: string, error: unknown): void {
    this.#parts.files.remove(file)
    if (error instanceof ResponseError) this.counts.failures.push(error.message)
    else this.#failure ??= { error }
  }
}
