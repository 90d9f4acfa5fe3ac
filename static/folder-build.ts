import { statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import PQueue from 'p-queue'

import { readLastSync } from '../db/lists/read-site-pages.ts'
import { differenceFrom, markOf } from '../server/responses/publication-mark.ts'
import type { SiteContext } from '../server/site/site-context.ts'
import type { Reference } from './addresses/place-address.ts'
import { BuildError } from './build-error.ts'
import type { BuildTarget } from './folder/build-target.ts'
import { pruneFolder } from './folder/prune-folder.ts'
import { placeCopy } from './folder/write-file.ts'
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

/** Publications that may replace each other while a folder is filled. */
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

interface BuildParts {
  context: SiteContext
  target: BuildTarget
  state: BuildFile
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
  readonly #version: string
  /** The version before, whose files are linked. */
  readonly #earlier: string | undefined
  #isResumed: boolean
  #isOutdated = false
  #known = new Map<string, Entry>()
  #knownPictures = new Map<string, number>()
  #pages: PageIds = new Map()
  /** The files of this round, with their bytes. */
  #placed = new Map<string, number>()
  readonly #queue = new PQueue({ concurrency: 2 * os.availableParallelism() })
  #failure: { error: unknown } | undefined

  constructor(parts: BuildParts) {
    this.#parts = parts
    const { target, state } = parts
    const { folder, pending } = state.state()
    this.#earlier = folder ?? undefined
    this.#isResumed = pending !== null
    this.#version = pending ?? target.create()
    state.setPending(this.#version)
  }

  get version(): string {
    return this.#version
  }

  get folder(): string {
    return this.#parts.target.folderOf(this.#version)
  }

  get earlierFolder(): string | undefined {
    return this.#earlier === undefined ? undefined : this.#parts.target.folderOf(this.#earlier)
  }

  /** Fills the folder. Throws `BuildError`, the reason of the signal, or an error of the file system. */
  async fill(addMore: () => Promise<Map<string, number>>): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const mark = this.#follow()
      await this.#fillOnce()
      if (!this.#isOutdated) {
        for (const [file, size] of await addMore()) this.#placed.set(file, size)
      }
      if (this.#isCurrent(mark)) return this.#complete()
      this.#isResumed = true
    }
    throw new BuildError(
      'the mirror was published again and again during the build; run it again when the sync has ended'
    )
  }

  /** The files of earlier builds that this one has not placed. */
  gone(): string[] {
    const files = [...this.#known.keys(), ...this.#knownPictures.keys()]
    return files.filter((file) => !this.#placed.has(file))
  }

  /** Compares what is known with the publication that is served now, and returns its mark. */
  #follow(): string {
    const { context, state } = this.#parts
    const { site } = context
    const published = site.published()
    const mark = markOf(published, site.config.excludedPageIds)
    const difference = differenceFrom(state.state().publication ?? undefined, published, mark)
    if (difference.kind !== 'none') state.follow(difference.keys, mark)
    state.expire(Date.now(), readLastSync(published.mirror))
    this.#known = new Map(state.entries().map((entry) => [entry.file, entry]))
    this.#knownPictures = state.pictures()
    this.#pages = readPageIds(site)
    this.#placed = new Map()
    this.#isOutdated = false
    this.counts.pages = this.#pages.size
    return mark
  }

  #isCurrent(mark: string): boolean {
    if (this.#isOutdated) return false
    const { site, watcher } = this.#parts.context
    watcher.look()
    return markOf(site.published(), site.config.excludedPageIds) === mark
  }

  async #fillOnce(): Promise<void> {
    const { context, signal } = this.#parts
    for (const each of siteResponses(context.site, this.#pages)) {
      if (this.#isStopped()) break
      this.#place(each)
    }
    await this.#queue.onIdle()
    signal.throwIfAborted()
    if (this.#failure) throw this.#failure.error
  }

  #isStopped(): boolean {
    return this.#isOutdated || this.#failure !== undefined || this.#parts.signal.aborted
  }

  /** Puts a response into the folder: as it is known, or made now. */
  #place(each: WantedResponse): void {
    const { file } = each
    if (this.#placed.has(file) || this.#isStopped()) return
    // Not twice, even if it is not ready yet.
    this.#placed.set(file, 0)
    const known = this.#known.get(file)
    if (known && this.#isInPlace(known)) return this.#finish(known)
    this.#start(async () => this.#make(each))
  }

  #isInPlace({ file, size, isPending }: Entry): boolean {
    if (size === null) return true
    if (isPending) {
      // The machine may have crashed before the content was on the disk.
      const name = path.join(this.folder, file)
      return statSync(name, { throwIfNoEntry: false })?.size === size
    }
    const earlier = this.earlierFolder
    return earlier !== undefined && placeCopy(path.join(earlier, file), this.folder, file)
  }

  #finish({ file, size, references }: Pick<Entry, 'file' | 'size' | 'references'>): void {
    if (size === null) this.#placed.delete(file)
    else this.#placed.set(file, size)
    for (const reference of references) this.#refer(reference)
  }

  #refer(reference: Reference): void {
    if (this.#placed.has(reference.file)) return
    const { site } = this.#parts.context
    if (isPictureAddress(reference.address)) return this.#placePicture(reference)
    const { mirror } = site.published()
    const response = referredResponse(reference, { mirror, pages: this.#pages })
    if (response) this.#place(response)
  }

  #placePicture({ file, address }: Reference): void {
    if (this.#isStopped()) return
    this.#placed.set(file, 0)
    const size = this.#knownPictures.get(file)
    const earlier = this.earlierFolder
    const isKnown = size !== undefined && earlier !== undefined
    if (isKnown && placeCopy(path.join(earlier, file), this.folder, file)) {
      this.#placed.set(file, size)
      return
    }
    this.#start(async () => {
      const { pictures, state } = this.#parts
      const placed = await pictures.place({ file, address }, this.folder)
      if (!placed) return void this.#placed.delete(file)
      this.#placed.set(file, placed.size)
      this.counts.written++
      if (placed.isFinal) state.addPicture(file, placed.size)
    })
  }

  async #make(each: WantedResponse): Promise<void> {
    const { responses, state } = this.#parts
    const { file, request } = each
    const place = { folder: this.folder, name: file, earlier: this.earlierFolder }
    const outcome = await responses.write(each, place)
    if (outcome.kind === 'moved') {
      throw new BuildError('the mirror was replaced during the build; run the command again')
    }
    this.counts.rendered++
    const { made } = outcome
    const written = outcome.kind === 'written' ? outcome : undefined
    if (written?.file.isNew) this.counts.written++
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

  #start(work: () => Promise<void>): void {
    void this.#queue.add(async () => {
      if (this.#isStopped()) return
      try {
        await work()
      } catch (error) {
        this.#fail(error)
      }
    })
  }

  /** A response that cannot be made is left out; any other error ends the build. */
  #fail(error: unknown): void {
    if (error instanceof ResponseError) this.counts.failures.push(error.message)
    else this.#failure ??= { error }
  }

  #complete(): void {
    if (this.#isResumed) pruneFolder(this.folder, new Set(this.#placed.keys()))
    const sizes = [...this.#placed.values()]
    this.counts.files = sizes.length
    this.counts.bytes = sizes.reduce((sum, size) => sum + size, 0)
  }
}

/** Whether a folder of an earlier build can be used. */
export function usableVersions(target: BuildTarget, state: BuildFile): void {
  const { folder, pending } = state.state()
  const current = target.current()
  // The last build ended after it had published its folder.
  if (pending !== null && current === pending) return state.finish()
  if (pending !== null && !target.has(pending)) state.forgetPending()
  const isGone = folder !== null && (!target.has(folder) || (current ?? folder) !== folder)
  if (isGone) state.forgetFolder()
}
