import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'

import type { MirrorPaths } from '../../db/mirror/mirror-paths.ts'
import { ifExists, isMissing } from '../http/missing-file.ts'
import { CacheFolder } from '../publication/cache-folder.ts'

/** A full folder is emptied down to this share of its limit. */
const TARGET_SHARE = 0.8
/** The modification time of a file that is read is updated at most this often. */
const TOUCH_MS = 86_400_000

interface StoredFile {
  file: string
  size: number
  usedAt: number
}

/** Files by name in a cache folder of limited size: those used least recently are removed. */
export class BoundedFolder {
  readonly #cache: CacheFolder
  readonly #maxBytes: number
  /** Bytes in the folder; undefined until they are counted. */
  #bytes: number | undefined

  /** `name` is that of the cache folder. */
  constructor(paths: MirrorPaths, { name, maxBytes }: { name: string; maxBytes: number }) {
    this.#cache = new CacheFolder(paths, name)
    this.#maxBytes = maxBytes
  }

  /** A file and its size in bytes; undefined if there is none. */
  async find(name: string): Promise<{ file: string; size: number } | undefined> {
    const file = path.join(await this.#cache.path(), name)
    try {
      const { size, mtimeMs } = await stat(file)
      if (Date.now() - mtimeMs > TOUCH_MS) await touch(file)
      return { file, size }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  /** Adds a file atomically. */
  async add(name: string, bytes: Uint8Array): Promise<void> {
    const root = await this.#cache.restored()
    const file = path.join(root, name)
    await mkdir(path.dirname(file), { recursive: true })
    const part = path.join(root, `${randomUUID()}.part`)
    try {
      await writeFile(part, bytes)
      await rename(part, file)
    } finally {
      await rm(part, { force: true })
    }
    await this.#makeRoom(bytes.length)
  }

  /** Names of all files; the most recently used first. */
  async names(): Promise<string[]> {
    const root = await this.#cache.path()
    const files = (await this.#list()).toSorted((a, b) => b.usedAt - a.usedAt)
    return files.map(({ file }) => path.relative(root, file))
  }

  async remove(name: string): Promise<void> {
    await rm(path.join(await this.#cache.path(), name), { force: true })
  }

  /** Removes a temporary folder. */
  async close(): Promise<void> {
    await this.#cache.close()
  }

  async #makeRoom(added: number): Promise<void> {
    this.#bytes = this.#bytes === undefined ? sum(await this.#list()) : this.#bytes + added
    if (this.#bytes <= this.#maxBytes) return
    // Counted again, because another server may write to this folder, too.
    const files = (await this.#list()).toSorted((a, b) => a.usedAt - b.usedAt)
    let bytes = sum(files)
    for (const { file, size } of files) {
      if (bytes <= this.#maxBytes * TARGET_SHARE) break
      await rm(file, { force: true })
      bytes -= size
    }
    this.#bytes = bytes
  }

  async #list(): Promise<StoredFile[]> {
    const root = await this.#cache.path()
    const entries = await ifExists(readdir(root, { recursive: true, withFileTypes: true }))
    if (!entries) return []
    const files = entries.filter((entry) => entry.isFile())
    const stored = await Promise.all(
      files.map((entry) => readFacts(path.join(entry.parentPath, entry.name)))
    )
    return stored.flatMap((file) => file ?? [])
  }
}

/** Throws only if the file is missing. One on a read-only disk, or of another user, is sent untouched. */
async function touch(file: string): Promise<void> {
  try {
    await utimes(file, new Date(), new Date())
  } catch (error) {
    if (isMissing(error)) throw error
  }
}

async function readFacts(file: string): Promise<StoredFile | undefined> {
  // Another server may have removed it, or finished writing it.
  const stats = await ifExists(stat(file))
  return stats && { file, size: stats.size, usedAt: stats.mtimeMs }
}

function sum(files: StoredFile[]): number {
  return files.reduce((bytes, { size }) => bytes + size, 0)
}
