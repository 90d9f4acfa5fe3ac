import { createHash } from 'node:crypto'
import { closeSync, fstatSync, mkdirSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'

import { readLastSync } from '../../db/lists/read-site-pages.ts'
import { openMirrorForReading } from '../../db/mirror/open-mirror.ts'
import { readIdentity } from '../../db/mirror/read-identity.ts'
import { writeSnapshot } from '../../db/publish/copies/write-snapshot.ts'
import {
  CHUNKS_VERSION,
  CHUNK_HASH_LENGTH,
  type MirrorIndex,
  chunkPath,
  indexFileName
} from '../../site/browse/mirror-chunks.ts'
import { pageSizeOf } from '../../site/ranges/database-header.ts'
import { type FilledFolder, takeHashed } from '../folder/filled-folder.ts'
import { type WrittenFile, writeUnlessSame } from '../folder/write-file.ts'

/**
 * Bytes of a chunk. Measured with `npm run bench:data` for 10,000 pages: questions that read little fetch 0.6 of
 * what they fetch with 128 KiB, and 0.1 of that with 1 MiB, in at most 1.8 and 2.4 times as many requests.
 */
const CHUNK_SIZE = 64 * 1024

interface ChunkPlace {
  folder: FilledFolder
  /** Whether chunks that are there are compared, not taken by their names. */
  isComplete: boolean
  /** A folder of its own for the copy; it is emptied before and removed afterwards. */
  copyFolder: string
}

/** What a copy of a mirror says of itself. */
type CopyFacts = Pick<
  MirrorIndex,
  'generation' | 'publishedAt' | 'syncedAt' | 'rootPageId' | 'spaceId'
>

/**
 * Copies a mirror as downloads do, and writes the copy as chunks with their index. Returns the written
 * files. Throws `MirrorError`.
 */
export function writeChunks(
  mirrorFile: string,
  { copyFolder, ...place }: ChunkPlace
): Map<string, WrittenFile> {
  rmSync(copyFolder, { recursive: true, force: true })
  mkdirSync(copyFolder)
  try {
    const copy = path.join(copyFolder, 'mirror.db')
    const facts = writeCopy(mirrorFile, copy)
    return cut(copy, facts, place)
  } finally {
    rmSync(copyFolder, { recursive: true, force: true })
  }
}

/** Reads the facts from the copy: a sync may have published meanwhile. */
function writeCopy(mirrorFile: string, target: string): CopyFacts {
  const mirror = openMirrorForReading(mirrorFile)
  try {
    // The copy is removed soon; nothing of it has to reach the disk.
    mirror.$client.pragma('synchronous = OFF')
    // Each page of the file is read once; without system calls the copy takes half the CPU time.
    mirror.$client.pragma(`mmap_size = ${statSync(mirrorFile).size}`)
    writeSnapshot(mirror, target, { isFlushed: false })
  } finally {
    mirror.$client.close()
  }
  const copy = openMirrorForReading(target)
  try {
    const identity = readIdentity(copy)
    if (!identity) throw new Error(`"${target}" contains no publication`)
    const { generation, publishedAt, rootPageId, spaceId } = identity
    return { generation, publishedAt, syncedAt: readLastSync(copy) ?? null, rootPageId, spaceId }
  } finally {
    copy.$client.close()
  }
}

function cut(
  copy: string,
  facts: CopyFacts,
  { folder: filled, isComplete }: Omit<ChunkPlace, 'copyFolder'>
): Map<string, WrittenFile> {
  const { folder, earlier } = filled
  const written = new Map<string, WrittenFile>()
  const write = (name: string, content: string | Uint8Array) =>
    written.set(name, writeUnlessSame(content, { folder, earlier, name }))
  const chunks: string[] = []
  let pageSize: number | undefined
  let size = 0
  for (const chunk of chunksOf(copy)) {
    pageSize ??= pageSizeOf(chunk)
    size += chunk.length
    const name = createHash('sha256').update(chunk).digest('hex').slice(0, CHUNK_HASH_LENGTH)
    chunks.push(name)
    const file = chunkPath(name)
    const isThere = !isComplete && takeHashed(filled, { name: file, size: chunk.length })
    if (isThere) written.set(file, { size: chunk.length, isNew: false })
    else write(file, chunk)
  }
  if (pageSize === undefined) throw new Error(`"${copy}" is no database`)
  const sizes = { size, pageSize, chunkSize: CHUNK_SIZE }
  const index = { version: CHUNKS_VERSION, ...facts, ...sizes, chunks }
  return write(indexFileName(facts), JSON.stringify(index satisfies MirrorIndex))
}

/** The chunks of a file, one after the other in the same memory. */
function* chunksOf(file: string): Generator<Uint8Array> {
  const handle = openSync(file, 'r')
  const buffer = Buffer.alloc(CHUNK_SIZE)
  try {
    const { size } = fstatSync(handle)
    for (let at = 0; at < size; at += CHUNK_SIZE) {
      const length = Math.min(CHUNK_SIZE, size - at)
      if (readSync(handle, buffer, 0, length, at) !== length) {
        throw new Error(`"${file}" was cut off while it was read`)
      }
      yield buffer.subarray(0, length)
    }
  } finally {
    closeSync(handle)
  }
}
