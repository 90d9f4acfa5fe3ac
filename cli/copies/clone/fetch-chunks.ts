import { createHash } from 'node:crypto'

import { z } from 'zod'

import {
  CHUNKS_VERSION,
  CHUNK_NAME,
  chunkPath,
  isIndexFile
} from '../../../site/browse/mirror-chunks.ts'
import { CloneError, NoFileError, TransientFault, tooLarge } from './clone-error.ts'
import type { FetchOptions } from './fetch-mirror.ts'
import type { PartFacts } from './part-file.ts'
import { chunksOf, requestMirror } from './request-mirror.ts'
import { retryOrExplain } from './retry.ts'
import { writeChunks } from './write-chunks.ts'

const REQUESTS_AT_ONCE = 6
/** Bytes of an index, which has 20 for each chunk, and of a chunk. */
const MAX_FILE_BYTES = 16_000_000

const offered = z.object({ mirror: z.string().refine(isIndexFile) })
const mirrorIndex = z
  .object({
    version: z.literal(CHUNKS_VERSION),
    size: z.int().positive(),
    chunkSize: z.int().positive().max(MAX_FILE_BYTES),
    chunks: z.array(z.string().regex(CHUNK_NAME))
  })
  .refine(({ size, chunkSize, chunks }) => chunks.length === Math.ceil(size / chunkSize))

/** The mirror of a folder of static files: the address of its index, and how it is put together. */
interface FolderMirror {
  address: URL
  index: z.infer<typeof mirrorIndex>
}

/**
 * Finds the mirror of a site whose files `fansite build` has written; undefined if it offers none. Throws
 * `CloneError`.
 */
export async function findFolderMirror(options: FetchOptions): Promise<FolderMirror | undefined> {
  const generation = new URL('generation.json', options.address)
  const facts = await readJson(generation, offered, options)
  if (!facts) return undefined
  const address = new URL(facts.mirror, generation)
  const index = await readJson(address, mirrorIndex, options)
  return index && { address, index }
}

/**
 * Downloads the chunks of a mirror, in order, into the part file, and resumes as `fetchMirror` does.
 * Undefined when the mirror is still the one of `knownEtag`. Throws `CloneError`.
 */
export async function fetchChunks(
  { address, index }: FolderMirror,
  options: FetchOptions
): Promise<PartFacts | undefined> {
  const { part, knownEtag, maxBytes } = options
  const { size, chunks } = index
  const etag = `"${createHash('sha256').update(chunks.join()).digest('hex')}"`
  const facts: PartFacts = { address: address.href, etag, coding: 'identity', hash: null, size }
  if (etag === knownEtag) return undefined
  if (size > maxBytes) throw tooLarge(`the mirror of ${address.href}`, maxBytes)
  const bytes = () => part.find(facts.address)?.bytes ?? 0
  if (part.find(facts.address)?.facts.etag !== etag) part.begin(facts)
  await retryOrExplain(address, { ...options, bytes }, async () => {
    const missing = missingChunks({ address, index }, { ...options, from: bytes() })
    await writeChunks(part.file, 'a', missing)
  })
  return facts
}

/** The bytes of a mirror from `from` on. */
async function* missingChunks(
  { address, index }: FolderMirror,
  options: FetchOptions & { from: number }
): AsyncGenerator<Uint8Array> {
  const { size, chunkSize, chunks } = index
  const { from, onProgress } = options
  let at = Math.floor(from / chunkSize)
  let skipped = from % chunkSize
  while (at < chunks.length) {
    const names = chunks.slice(at, at + REQUESTS_AT_ONCE)
    const replies = names.map((name) => fetchChunk(name, address, options))
    for (const chunk of await Promise.all(replies)) {
      const expected = Math.min(chunkSize, size - at * chunkSize)
      if (chunk.length !== expected) throw new TransientFault('a chunk was not sent whole')
      yield chunk.subarray(skipped)
      skipped = 0
      at++
      onProgress(Math.min(at * chunkSize, size), size)
    }
  }
}

/** Fetches a chunk, and compares it with its name. */
async function fetchChunk(name: string, address: URL, options: FetchOptions): Promise<Uint8Array> {
  const url = new URL(chunkPath(name), address)
  try {
    const chunk = await fetchFile(url, options)
    const hash = createHash('sha256').update(chunk).digest('hex')
    if (hash.startsWith(name)) return chunk
    throw new CloneError(`the download of ${url.href} is corrupted; run the same command again`)
  } catch (error) {
    if (!(error instanceof NoFileError)) throw error
    throw new CloneError(
      `${url.href} does not exist: the site was published again meanwhile; run the same command again`,
      { cause: error }
    )
  }
}

/** Reads a file of JSON; undefined if there is none, or if its content does not have the shape. */
async function readJson<T>(
  url: URL,
  shape: z.ZodType<T>,
  options: FetchOptions
): Promise<T | undefined> {
  try {
    const body = await retryOrExplain(url, { ...options, bytes: () => 0 }, () =>
      fetchFile(url, options)
    )
    return shape.parse(JSON.parse(Buffer.from(body).toString()))
  } catch (error) {
    const isOther = error instanceof SyntaxError || error instanceof z.ZodError
    if (isOther || error instanceof NoFileError) return undefined
    throw error
  }
}

async function fetchFile(url: URL, options: FetchOptions): Promise<Uint8Array> {
  const response = await requestMirror(url, {
    ...options,
    headers: { 'accept-encoding': 'identity' },
    isExpected: (status) => status === 200
  })
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunksOf(response.body)) {
    bytes += chunk.length
    if (bytes > MAX_FILE_BYTES) {
      const limit = `${MAX_FILE_BYTES / 1e6} MB`
      throw new CloneError(
        `${url.href} is larger than ${limit}; report this to the operator of the site`
      )
    }
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}
