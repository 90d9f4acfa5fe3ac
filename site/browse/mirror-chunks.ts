import { type CopiedPublication, MIRROR_VERSION, mirrorVersion } from './mirror-file.ts'

/*
 * The mirror in a folder of static files: chunks of one size, each named by the hash of its bytes, and an
 * index for each publication, which `generation.json` names. So a host needs neither ranges nor large files,
 * and a chunk that two publications have in common is one file.
 */

/** The folder of the chunks, beside the index. */
export const CHUNK_FOLDER = '_mirror'
/** Hex digits of the start of the SHA-256 that names a chunk. */
export const CHUNK_HASH_LENGTH = 16
export const CHUNK_NAME = /^[0-9a-f]{16}$/
/** Increase when the index or the chunks have another form. */
export const CHUNKS_VERSION = 1

/** The index: how the chunks make up the file. */
export interface MirrorIndex {
  version: number
  generation: number
  /** UTC milliseconds. */
  publishedAt: number
  /** See `PublicationFacts`. */
  digest: string
  /** The end of the last sync in the file, which a sync without changes moves; UTC milliseconds. */
  syncedAt: number | null
  rootPageId: string
  spaceId: string
  /** Bytes of the file. */
  size: number
  /** Bytes of a page of the database. */
  pageSize: number
  /** Bytes of each chunk but the last, a multiple of the page size. */
  chunkSize: number
  /** The names of all chunks in order, without their ending. */
  chunks: string[]
}

/** The name of the index of a publication. */
export function indexFileName(publication: CopiedPublication): string {
  return `mirror.${mirrorVersion(publication)}.json`
}

/** Whether a name is that of an index, not of a whole file. */
export function isIndexFile(name: string): boolean {
  return new RegExp(String.raw`^mirror\.${MIRROR_VERSION}\.json$`).test(name)
}

/** The path of a chunk, relative to the index. */
export function chunkPath(name: string): string {
  return `${CHUNK_FOLDER}/${name}.bin`
}
