import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { z } from 'zod'

import { readJson } from '../formats/read-json.ts'

const hashes = z.array(z.string())

/**
 * Stored files whose bytes have changed, as `fansite check` has found them: the sync compares only
 * sizes. The note is a file of its own in the data directory, since `check` writes neither the
 * mirror nor staging.
 */
export class DamagedFiles {
  readonly #file: string
  readonly #hashes: Set<string>

  constructor(dataDir: string) {
    this.#file = path.join(dataDir, 'damaged-files.json')
    this.#hashes = new Set(readJson(this.#file, hashes))
  }

  has(hash: string): boolean {
    return this.#hashes.has(hash)
  }

  /** Notes what a check has found, and nothing else. */
  replace(found: string[]): void {
    this.#hashes.clear()
    for (const hash of found) this.#hashes.add(hash)
    this.#write()
  }

  /** Notes that the bytes of a hash were written anew. */
  forget(hash: string): void {
    if (this.#hashes.delete(hash)) this.#write()
  }

  #write(): void {
    if (this.#hashes.size === 0) rmSync(this.#file, { force: true })
    else writeFileSync(this.#file, JSON.stringify([...this.#hashes]))
  }
}
