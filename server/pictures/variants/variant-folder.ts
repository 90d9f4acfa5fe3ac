import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { isMissing } from '../../http/missing-file.ts'

/** When the folder is full, so much of its room is left in use. */
const KEPT_SHARE = 0.8
/** A file that was asked for is marked as used no more often. */
const MARK_MS = 86_400_000

interface HeldFile {
  file: string
  size: number
  usedAt: number
}

/** Files by name in a folder of limited size; those that were not asked for longest go first. */
export class VariantFolder {
  readonly #path: () => Promise<string>
  readonly #maxBytes: number
  /** Bytes in the folder; undefined until it is counted. */
  #bytes: number | undefined

  constructor(folder: () => Promise<string>, maxBytes: number) {
    this.#path = folder
    this.#maxBytes = maxBytes
  }

  /** A file and its size; undefined when it is not there. */
  async find(name: string): Promise<{ file: string; size: number } | undefined> {
    const file = path.join(await this.#path(), name)
    try {
      const { size, mtimeMs } = await stat(file)
      if (Date.now() - mtimeMs > MARK_MS) await utimes(file, new Date(), new Date())
      return { file, size }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  /** Adds a file, whole or not at all. */
  async add(name: string, bytes: Uint8Array): Promise<void> {
    const root = await this.#path()
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

  async #makeRoom(added: number): Promise<void> {
    this.#bytes = this.#bytes === undefined ? await this.#count() : this.#bytes + added
    if (this.#bytes <= this.#maxBytes) return
    // Counted anew: another server may write here too.
    const files = (await this.#list()).toSorted((a, b) => a.usedAt - b.usedAt)
    let bytes = sum(files)
    for (const { file, size } of files) {
      if (bytes <= this.#maxBytes * KEPT_SHARE) break
      await rm(file, { force: true })
      bytes -= size
    }
    this.#bytes = bytes
  }

  async #count(): Promise<number> {
    return sum(await this.#list())
  }

  async #list(): Promise<HeldFile[]> {
    const root = await this.#path()
    const entries = await readdir(root, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    const held = await Promise.all(
      files.map((entry) => readFacts(path.join(entry.parentPath, entry.name)))
    )
    return held.flatMap((file) => file ?? [])
  }
}

async function readFacts(file: string): Promise<HeldFile | undefined> {
  try {
    const { size, mtimeMs } = await stat(file)
    return { file, size, usedAt: mtimeMs }
  } catch (error) {
    // Another server has removed it, or finished writing it.
    if (isMissing(error)) return undefined
    throw error
  }
}

function sum(files: HeldFile[]): number {
  return files.reduce((bytes, { size }) => bytes + size, 0)
}
