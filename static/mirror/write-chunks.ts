import { createHash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'

import { type MirrorPages, readPages } from '../../db/publish/copies/read-pages.ts'
import {
  CHUNKS_VERSION,
  CHUNK_HASH_LENGTH,
  type MirrorIndex,
  chunkPath,
  indexFileName
} from '../../site/browse/mirror-chunks.ts'
import { type FilledFolder, takeHashed } from '../folder/filled-folder.ts'
import { type WrittenFile, writeUnlessSame } from '../folder/write-file.ts'

/**
 * Bytes of a chunk. Measured with `npm run bench:data` for 10,000 pages: queries that read little fetch
 * 0.6 of the bytes that they fetch in chunks of 128 KiB, and 0.1 of those in chunks of 1 MiB, in at most
 * 1.8 and 2.4 times as many requests.
 */
const CHUNK_SIZE = 64 * 1024

interface ChunkPlace {
  folder: FilledFolder
  /** Whether existing chunks are compared, instead of being used by name and size. */
  isComplete: boolean
  /** A folder of its own for a copy; it is emptied before and removed afterwards. */
  copyFolder: string
}

/**
 * Writes a mirror as chunks with their index, as downloads have it. Returns the written files. Throws
 * `MirrorError`. Only for a process of its own; see `readPages`.
 */
export async function writeChunks(
  mirrorFile: string,
  { copyFolder, ...place }: ChunkPlace
): Promise<Map<string, WrittenFile>> {
  rmSync(copyFolder, { recursive: true, force: true })
  mkdirSync(copyFolder)
  try {
    return await readPages(mirrorFile, copyFolder, (pages) => cut(pages, place))
  } finally {
    rmSync(copyFolder, { recursive: true, force: true })
  }
}

function cut(
  pages: MirrorPages,
  { folder: filled, isComplete }: Omit<ChunkPlace, 'copyFolder'>
): Map<string, WrittenFile> {
  const { folder, earlier } = filled
  const written = new Map<string, WrittenFile>()
  const write = (name: string, content: string | Uint8Array) =>
    written.set(name, writeUnlessSame(content, { folder, earlier, name }))
  const chunks: string[] = []
  for (const chunk of pages.parts(CHUNK_SIZE)) {
    const name = createHash('sha256').update(chunk).digest('hex').slice(0, CHUNK_HASH_LENGTH)
    chunks.push(name)
    const file = chunkPath(name)
    const isThere = !isComplete && takeHashed(filled, { name: file, size: chunk.length })
    if (isThere) written.set(file, { size: chunk.length, isNew: false })
    else write(file, chunk)
  }
  const index = indexOf(pages, chunks)
  return write(indexFileName(index), JSON.stringify(index))
}

function indexOf(
  { publication, syncedAt, size, pageSize }: MirrorPages,
  chunks: string[]
): MirrorIndex {
  const { generation, publishedAt, digest, rootPageId, spaceId } = publication
  const times = { generation, publishedAt, digest, syncedAt: syncedAt ?? null }
  const identity = { version: CHUNKS_VERSION, ...times, rootPageId, spaceId }
  return { ...identity, size, pageSize, chunkSize: CHUNK_SIZE, chunks }
}
