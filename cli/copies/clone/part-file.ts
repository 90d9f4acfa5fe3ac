import { rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { z } from 'zod'

import { readJson } from '../../formats/read-json.ts'

const partFacts = z.object({
  /** The URL of the download. */
  address: z.string(),
  /** A download with a weak ETag cannot be resumed. */
  etag: z.string().nullable(),
  /** `Content-Encoding`. */
  coding: z.enum(['br', 'identity']),
  /** sha256 of the encoded representation in base64 (`Repr-Digest`); null without one. */
  hash: z.string().nullable(),
  /** `Content-Length`; null without one. */
  size: z.number().nullable()
})

/** The headers of a download that has started. */
export type PartFacts = z.infer<typeof partFacts>

/** A started download: its bytes so far and its headers. A later run resumes it. */
export class PartFile {
  readonly file: string
  readonly #factsFile: string

  constructor(dataDir: string) {
    this.file = path.join(dataDir, 'clone.part')
    this.#factsFile = path.join(dataDir, 'clone.part.json')
  }

  /** The started download of a URL, when it can be resumed, and its size so far. */
  find(address: string): { facts: PartFacts; bytes: number } | undefined {
    const facts = readJson(this.#factsFile, partFacts)
    const bytes = statSync(this.file, { throwIfNoEntry: false })?.size ?? 0
    const isStrong = facts?.etag?.startsWith('"') === true
    return facts && isStrong && facts.address === address && bytes > 0
      ? { facts, bytes }
      : undefined
  }

  /** Starts a new download. Its headers are written before its first byte. */
  begin(facts: PartFacts): void {
    this.remove()
    writeFileSync(this.#factsFile, JSON.stringify(facts))
  }

  remove(): void {
    for (const file of [this.#factsFile, this.file]) rmSync(file, { force: true })
  }
}
