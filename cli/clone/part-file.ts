import { rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { z } from 'zod'

import { readJson } from '../formats/read-json.ts'

const partFacts = z.object({
  /** Where the bytes come from. */
  address: z.string(),
  /** The tag of the whole; a weak one is no ground to go on from. */
  etag: z.string().nullable(),
  coding: z.enum(['br', 'identity']),
  /** sha256 of the whole as it is sent, base64; null when the site does not tell. */
  hash: z.string().nullable(),
  /** Bytes of the whole; null when the site does not tell. */
  size: z.number().nullable()
})

/** What is known of a download that has begun. */
export type PartFacts = z.infer<typeof partFacts>

/** A download that has begun: its bytes so far, and what they are of. A later run goes on with it. */
export class PartFile {
  readonly file: string
  readonly #factsFile: string

  constructor(dataDir: string) {
    this.file = path.join(dataDir, 'clone.part')
    this.#factsFile = path.join(dataDir, 'clone.part.json')
  }

  /** What there is of an address that can be gone on with, and how many bytes. */
  held(address: string): { facts: PartFacts; bytes: number } | undefined {
    const facts = readJson(this.#factsFile, partFacts)
    const bytes = statSync(this.file, { throwIfNoEntry: false })?.size ?? 0
    const isOfTag = facts?.etag?.startsWith('"') === true
    return facts && isOfTag && facts.address === address && bytes > 0 ? { facts, bytes } : undefined
  }

  /** Forgets what there was. The facts are there before the first byte of theirs. */
  begin(facts: PartFacts): void {
    this.remove()
    writeFileSync(this.#factsFile, JSON.stringify(facts))
  }

  remove(): void {
    for (const file of [this.#factsFile, this.file]) rmSync(file, { force: true })
  }
}
