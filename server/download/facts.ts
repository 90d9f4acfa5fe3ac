import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'

import { z } from 'zod'

import type { PublicationFacts } from '../../db/mirror/read-identity.ts'
import { isMissing } from '../http/missing-file.ts'

const fileFacts = z.object({
  /** Bytes. */
  size: z.number(),
  /** sha256, 64 hex digits. */
  hash: z.string()
})

const downloadFacts = z.object({
  generation: z.number(),
  /** UTC milliseconds. */
  publishedAt: z.number(),
  plain: fileFacts,
  /** The same, compressed with brotli. */
  packed: fileFacts
})

/** A file of a download. */
export type FileFacts = z.infer<typeof fileFacts>
/** What is known of a copy of the mirror that visitors may download. */
export type DownloadFacts = z.infer<typeof downloadFacts>

/** Names within the folder of a copy. */
export const names = { plain: 'mirror.db', packed: 'mirror.db.br', facts: 'facts.json' } as const

/** What the folder of a publication's copy is called. */
export function folderName({
  generation,
  digest
}: Pick<PublicationFacts, 'generation' | 'digest'>) {
  return `${generation}-${digest.slice(0, 16)}`
}

/** What a folder holds; undefined when there is no whole copy in it. */
export async function readDownload(folder: string): Promise<DownloadFacts | undefined> {
  try {
    const text = await readFile(path.join(folder, names.facts), 'utf8')
    const facts = downloadFacts.parse(JSON.parse(text))
    const isWhole = async (name: 'plain' | 'packed') =>
      (await stat(path.join(folder, names[name]))).size === facts[name].size
    return (await isWhole('plain')) && (await isWhole('packed')) ? facts : undefined
  } catch (error) {
    // Not made yet, removed by another server, or cut by a loss of power: it is made anew.
    if (isMissing(error) || error instanceof SyntaxError || error instanceof z.ZodError)
      return undefined
    throw error
  }
}
