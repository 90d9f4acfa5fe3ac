import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  symlinkSync
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import path from 'node:path'

import type Database from 'better-sqlite3'

import { lockFile } from '../../db/mirror/files/lock-file.ts'
import { makeFolder } from '../../db/mirror/files/make-folder.ts'
import { BuildBusyError, BuildError } from '../build-error.ts'
import { explained } from './explain-failure.ts'

/** The name of the folder of a version; an older fansite named versions by numbers. */
const VERSION_NAME = /^([0-9a-f]{8}|\d+)$/
/** The locked file in the folder of versions. */
const LOCK = 'lock'
const NEXT_LINK = 'next'

/**
 * Where a site is built: a symbolic link at `dir`, and beside it a folder with its versions, such as
 * `.wiki.builds` for `wiki`. A version is filled while visitors read the one before.
 */
export class BuildTarget {
  /** Absolute. */
  readonly dir: string
  readonly #versions: string
  readonly #lock: Database.Database

  /** Throws `BuildBusyError` if another build runs, and `BuildError` if `dir` cannot be used. */
  constructor(dir: string) {
    this.dir = path.resolve(dir)
    this.#versions = path.join(path.dirname(this.dir), `.${path.basename(this.dir)}.builds`)
    refuseOthers(this.dir, this.#versions)
    this.#lock = explained(this.dir, () => {
      makeFolder(this.#versions)
      return lockFile(path.join(this.#versions, LOCK), (cause) => busy(this.dir, cause))
    })
  }

  /** The name of the version that visitors read; undefined before the first build. */
  current(): string | undefined {
    const target = linkTarget(this.dir)
    return target === undefined ? undefined : path.basename(target)
  }

  has(version: string): boolean {
    return existsSync(this.folderOf(version))
  }

  folderOf(version: string): string {
    return path.join(this.#versions, version)
  }

  /** Creates the folder of a new version and returns its name. */
  create(): string {
    const version = newName()
    explained(this.#versions, () => mkdirSync(this.folderOf(version)))
    return version
  }

  /**
   * Gives a version another name, and returns it: the state of an earlier build no longer applies to it,
   * and a process that a killed build has left behind cannot write into it.
   */
  rename(version: string): string {
    const name = newName()
    explained(this.#versions, () => renameSync(this.folderOf(version), this.folderOf(name)))
    return name
  }

  /** Lets visitors read a version. */
  publish(version: string): void {
    explained(this.dir, () => {
      const link = path.join(this.#versions, NEXT_LINK)
      rmSync(link, { force: true })
      symlinkSync(path.join(path.basename(this.#versions), version), link)
      // A link does not replace a folder; this one is empty (see `refuseOthers`).
      if (statSync(this.dir, { throwIfNoEntry: false }) && linkTarget(this.dir) === undefined) {
        rmdirSync(this.dir)
      }
      renameSync(link, this.dir)
    })
  }

  /** Removes all versions but these: they may contain what is withdrawn. */
  async removeOthers(versions: string[]): Promise<void> {
    for (const name of this.#names().filter((each) => !versions.includes(each))) {
      await rm(this.folderOf(name), { recursive: true, force: true })
    }
  }

  close(): void {
    this.#lock.close()
  }

  #names(): string[] {
    return readdirSync(this.#versions).filter((name) => VERSION_NAME.test(name))
  }
}

/** A name that no version had before. */
function newName(): string {
  return randomBytes(4).toString('hex')
}

/** A folder with files, and a link that leads elsewhere, may be somebody's work. */
function refuseOthers(dir: string, versions: string): void {
  const stats = explained(dir, () => lstatSync(dir, { throwIfNoEntry: false }))
  if (!stats) return
  const target = linkTarget(dir)
  if (target !== undefined && path.dirname(target) === path.basename(versions)) return
  if (stats.isDirectory() && explained(dir, () => readdirSync(dir)).length === 0) return
  throw new BuildError(
    `"${dir}" exists and was not made by "fansite build"; name another folder, or remove it`
  )
}

function linkTarget(dir: string): string | undefined {
  const isLink = lstatSync(dir, { throwIfNoEntry: false })?.isSymbolicLink() === true
  return isLink ? readlinkSync(dir) : undefined
}

function busy(dir: string, cause: Error): BuildBusyError {
  return new BuildBusyError(
    `another build of "${dir}" is running; wait until it ends, or name another folder`,
    { cause }
  )
}
