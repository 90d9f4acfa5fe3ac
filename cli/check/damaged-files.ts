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
  #hashes: Set<string>

  constructor(dataDir: string) {
    this.#file = path.join(dataDir, 'damaged-files.json')
    this.#hashes = new Set(this.#read())
  }

  has(hash: string): boolean {
    return this.#hashes.has(hash)
  }

  /** Replaces the list. */
  replace(found: string[]): void {
    this.#hashes = new Set(found)
    this.#write([...this.#hashes])
  }

  /** Removes a hash whose file was written again. */
  remove(hash: string): void {
    if (!this.#hashes.delete(hash)) return
    // `fansite check` may have replaced the list since it was read.
    this.#write(this.#read().filter((each) => each !== hash))
  }

  #read(): string[] {
    return readJson(this.#file, hashes) ?? []
  }

  #write(found: string[]): void {
    if (found.length === 0) rmSync(this.#file, { force: true })
    else writeFileSync(this.#file, JSON.stringify(found))
  }
}
