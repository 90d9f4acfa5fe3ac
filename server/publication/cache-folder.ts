import { access, constants, mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

import type { MirrorPaths } from '../../db/mirror/mirror-paths.ts'

/**
 * A folder for what the server makes for itself: in the data directory, where other servers find it
 * and a restart does, or among the system's temporary files when that may not be written or a
 * mirror's file alone is served. Made when first asked for.
 */
export class CacheFolder {
  readonly #place: MirrorPaths
  readonly #name: string
  #folder: Promise<string> | undefined
  #temporary: string | undefined

  constructor(place: MirrorPaths, name: string) {
    this.#place = place
    this.#name = name
  }

  path(): Promise<string> {
    this.#folder ??= this.#open()
    return this.#folder
  }

  /** Removes what no other server can find. */
  async close(): Promise<void> {
    if (this.#temporary) await rm(this.#temporary, { recursive: true, force: true })
  }

  async #open(): Promise<string> {
    const { folder } = this.#place
    if (folder !== undefined) {
      const root = path.join(folder, this.#name)
      if (await isWritable(root)) return root
    }
    this.#temporary = await mkdtemp(path.join(os.tmpdir(), `fansite-${this.#name}-`))
    return this.#temporary
  }
}

async function isWritable(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false
    throw error
  }
}
