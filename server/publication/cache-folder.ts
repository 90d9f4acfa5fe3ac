import { existsSync } from 'node:fs'
import { access, constants, mkdir, stat } from 'node:fs/promises'
import path from 'node:path'

import type { MirrorPaths } from '../../db/mirror/mirror-paths.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../process/temporary-folder.ts'

/**
 * A cache folder in the data directory, shared with other servers and kept across restarts. If the
 * directory is not writable, or only a mirror file is served, a temporary folder is used. It is
 * created on first use.
 */
export class CacheFolder {
  readonly #paths: MirrorPaths
  readonly #name: string
  #folder: Promise<string> | undefined
  #temporary: string | undefined

  constructor(paths: MirrorPaths, name: string) {
    this.#paths = paths
    this.#name = name
  }

  path(): Promise<string> {
    if (this.#folder) return this.#folder
    const folder = this.#open()
    this.#folder = folder
    // The next call tries again.
    folder.catch(() => (this.#folder = undefined))
    return folder
  }

  /**
   * The folder, made again if it is gone, for example because the data directory was replaced. Rejects
   * while the data directory is away: whoever moves another one to its place must not find a new one.
   */
  async restored(): Promise<string> {
    const folder = await this.path()
    await makeFolder(folder, folder === this.#temporary ? 0o700 : undefined)
    return folder
  }

  /** The folder if it exists and can be written to, also from an earlier process; undefined otherwise. */
  async existing(): Promise<string | undefined> {
    if (this.#folder) return this.#folder
    const { folder } = this.#paths
    const root = folder === undefined ? undefined : path.join(folder, this.#name)
    return root !== undefined && existsSync(root) && (await isWritable(root)) ? root : undefined
  }

  /** Removes a temporary folder. */
  async close(): Promise<void> {
    await Promise.allSettled([this.#folder])
    if (this.#temporary !== undefined) removeTemporaryFolder(this.#temporary)
  }

  async #open(): Promise<string> {
    const { folder } = this.#paths
    if (folder !== undefined) {
      const root = path.join(folder, this.#name)
      if (await isWritable(root)) return root
    }
    this.#temporary = makeTemporaryFolder(this.#name)
    return this.#temporary
  }
}

async function isWritable(folder: string): Promise<boolean> {
  try {
    await makeFolder(folder)
    await access(folder, constants.W_OK)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}

/** Makes a folder, but not its parent. */
async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  try {
    await mkdir(folder, { mode })
  } catch (error) {
    const isThere = await stat(folder).then(
      (stats) => stats.isDirectory(),
      () => false
    )
    if (!isThere) throw error
  }
}
