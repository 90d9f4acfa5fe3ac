import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { z } from 'zod'

import { readJson } from '../formats/read-json.ts'

const hashes = z.array(z.string())

/**
 * Hashes of stored files that `fansite check` has found corrupted; the sync itself compares only
 * sizes. The list is a file in the data directory, since `check` writes neither the mirror nor
 * staging.
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

  /** Replaces the list. */
  replace(found: string[]): void {
    this.#hashes.clear()
    for (const hash of found) this.#hashes.add(hash)
    this.#write()
  }

  /** Removes a hash whose file was written again. */
  remove(hash: string): void {
    if (this.#hashes.delete(hash)) this.#write()
  }

  #write(): void {
    if (this.#hashes.size === 0) rmSync(this.#file, { force: true })
    else writeFileSync(this.#file, JSON.stringify([...this.#hashes]))
  }
}
