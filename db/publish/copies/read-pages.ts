import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'

import { foreignTables } from '../../check/foreign-tables.ts'
import { readLastSync } from '../../lists/read-site-pages.ts'
import { fileIdOf, findFileId } from '../../mirror/files/file-id.ts'
import { removeDatabase } from '../../mirror/files/remove-database.ts'
import { MirrorError } from '../../mirror/mirror-error.ts'
import { type Mirror, openMirrorForReading } from '../../mirror/open-mirror.ts'
import type { PublicationFacts } from '../../mirror/read-identity.ts'
import { clearUnused, findFreePages } from './clear-unused.ts'
import { dropForeignTables, requirePublication } from './write-snapshot.ts'

/** A publication as the bytes of a database file. */
export interface MirrorPages {
  publication: PublicationFacts
  /** The end of the last sync, UTC milliseconds; undefined in a mirror without recorded runs. */
  syncedAt: number | undefined
  /** Bytes of the file, and of each of its pages. */
  size: number
  pageSize: number
  /**
   * The bytes in parts of one length, a multiple of the page size, each in the same memory. The last part
   * may be shorter.
   */
  parts: (length: number) => Generator<Uint8Array>
}

/**
 * Reads the publication of a mirror as a self-contained file in which every page has its place, so that an
 * edit changes few parts of it: `VACUUM` moves all pages that follow a table that has grown. The same
 * mirror always has the same bytes. A concurrent publication is included completely or not at all.
 * `folder` is for a copy, which most mirrors do not need. Throws `MirrorError`.
 *
 * Only for a process without other connections to the mirror: a process that closes a file loses the
 * locks of all its connections to it.
 */
export async function readPages<T>(
  file: string,
  folder: string,
  use: (pages: MirrorPages) => T | Promise<T>
): Promise<T> {
  const fileId = findFileId(file)
  const mirror = openMirrorForReading(file)
  try {
    mirror.$client.exec('begin')
    const publication = requirePublication(mirror)
    const facts = { publication, syncedAt: readLastSync(mirror) }
    const schema = Number(mirror.$client.pragma('schema_version', { simple: true }))
    const source = { ...facts, schema, use }
    if (isWholeFile(mirror)) {
      return await useFile(file, { ...source, ...sizesOf(mirror.$client), fileId })
    }
    const copy = path.join(folder, 'pages.db')
    try {
      return await useFile(copy, { ...source, ...(await writeCopy(mirror, copy)) })
    } finally {
      removeDatabase(copy)
    }
  } finally {
    mirror.$client.close()
  }
}

/**
 * Whether the file contains the publication that an open transaction reads, and nothing else: while the
 * write-ahead log is empty and a transaction reads, no checkpoint changes the file.
 */
function isWholeFile({ $client }: Mirror): boolean {
  const log = statSync(`${$client.name}-wal`, { throwIfNoEntry: false })
  const foreign = $client.prepare<[string]>(
    'select 1 from sqlite_schema where name in (select value from json_each(?))'
  )
  return (log?.size ?? 0) === 0 && foreign.get(JSON.stringify(foreignTables)) === undefined
}

/** Copies the pages that a transaction reads. Those of foreign tables become free pages without content. */
async function writeCopy({ $client }: Mirror, file: string): Promise<Sizes> {
  await $client.backup(file)
  const copy = new Database(file)
  copy.pragma('journal_mode = DELETE')
  dropForeignTables(copy)
  const sizes = sizesOf(copy)
  copy.close()
  return sizes
}

type Sizes = Pick<MirrorPages, 'size' | 'pageSize'>

function sizesOf(database: Database.Database): Sizes {
  const pageSize = Number(database.pragma('page_size', { simple: true }))
  return { pageSize, size: pageSize * Number(database.pragma('page_count', { simple: true })) }
}

interface PageFile extends Omit<MirrorPages, 'parts'> {
  /** The number of the schema in the header, which a copy increments. */
  schema: number
}

async function useFile<T>(
  name: string,
  options: PageFile & {
    fileId?: string | undefined
    use: (pages: MirrorPages) => T | Promise<T>
  }
): Promise<T> {
  const { fileId, use, ...file } = options
  const handle = openSync(name, 'r')
  try {
    if (fileId !== undefined && fileIdOf(fstatSync(handle, { bigint: true })) !== fileId) {
      throw new MirrorError(`${name} was replaced while it was copied; run the command again`)
    }
    const { publication, syncedAt, size, pageSize } = file
    const parts = (length: number) => readParts(handle, file, length)
    return await use({ publication, syncedAt, size, pageSize, parts })
  } finally {
    closeSync(handle)
  }
}

function* readParts(handle: number, file: PageFile, length: number): Generator<Uint8Array> {
  const { size, pageSize } = file
  const free = findFreePages((page) => {
    const bytes = Buffer.alloc(pageSize)
    readSync(handle, bytes, 0, pageSize, (page - 1) * pageSize)
    return bytes
  })
  const buffer = Buffer.alloc(length)
  for (let at = 0; at < size; at += length) {
    const part = buffer.subarray(0, Math.min(length, size - at))
    if (readSync(handle, part, 0, part.length, at) !== part.length) {
      throw new Error('the mirror was cut off while it was read')
    }
    if (at === 0) writeHeader(part, file)
    for (let start = 0; start < part.length; start += pageSize) {
      const page = part.subarray(start, start + pageSize)
      const used = free.get((at + start) / pageSize + 1)
      if (used === undefined) clearUnused(page, at + start === 0)
      else page.fill(0, used)
    }
    yield part
  }
}

/**
 * Makes the header that of a file without a write-ahead log, with fixed counters; see
 * https://sqlite.org/fileformat.html#the_database_header
 */
function writeHeader(head: Buffer, { size, pageSize, schema, publication }: PageFile): void {
  head.writeUInt8(1, 18)
  head.writeUInt8(1, 19)
  // The number of pages counts only where both counters of changes are equal.
  for (const at of [24, 92]) head.writeUInt32BE(publication.generation, at)
  head.writeUInt32BE(size / pageSize, 28)
  head.writeUInt32BE(schema, 40)
}
