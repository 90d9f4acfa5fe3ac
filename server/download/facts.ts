import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'

import { z } from 'zod'

import { isMissing } from '../http/missing-file.ts'

const fileFacts = z.object({
  /** Bytes. */
  size: z.number(),
  /** sha256, 64 hex digits. */
  hash: z.string()
})

const downloadFacts = z.object({
  rootPageId: z.string(),
  spaceId: z.string(),
  generation: z.number(),
  /** UTC milliseconds. */
  publishedAt: z.number(),
  digest: z.string(),
  plain: fileFacts,
  /** The same file, compressed with Brotli. */
  packed: fileFacts
})

/** Size and hash of one file of a download. */
export type FileFacts = z.infer<typeof fileFacts>
/** The publication and the files of a download. */
export type DownloadFacts = z.infer<typeof downloadFacts>

/** File names in the folder of a copy. */
export const names = { plain: 'mirror.db', packed: 'mirror.db.br', facts: 'facts.json' } as const

/** The facts of the copy in a folder; undefined if there is no complete one. */
export async function readDownload(folder: string): Promise<DownloadFacts | undefined> {
  try {
    const text = await readFile(path.join(folder, names.facts), 'utf8')
    const facts = downloadFacts.parse(JSON.parse(text))
    const isComplete = async (name: 'plain' | 'packed') =>
      (await stat(path.join(folder, names[name]))).size === facts[name].size
    return (await isComplete('plain')) && (await isComplete('packed')) ? facts : undefined
  } catch (error) {
    // Not made yet, removed by another server, or truncated by a power failure: it is made again.
    if (isMissing(error) || error instanceof SyntaxError || error instanceof z.ZodError)
      return undefined
    throw error
  }
}
