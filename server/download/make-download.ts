import { createHash } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  createWriteStream,
  fsyncSync,
  openSync,
  writeFileSync
} from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress } from 'node:zlib'

import type { PublicationFacts } from '../../db/mirror/read-identity.ts'
import { type MirrorPages, readPages } from '../../db/publish/copies/read-pages.ts'
import { type DownloadFacts, type FileFacts, names } from './facts.ts'

/** Measured on mirrors: half the size of gzip's best in less time; higher qualities gain 2 % and take far longer. */
const BROTLI_QUALITY = 5

/** Bytes of a mirror that are written at once, a multiple of each page size. */
const PART_SIZE = 1024 * 1024

/**
 * Writes the publication of a mirror into an empty folder, plain and compressed, and returns its facts.
 * Blocks the thread for seconds. Throws `MirrorError`. Only for a process of its own; see `readPages`.
 */
export async function makeDownload(mirrorFile: string, folder: string): Promise<PublicationFacts> {
  const plain = path.join(folder, names.plain)
  const packed = path.join(folder, names.packed)
  // A sync may have published since the mirror was opened: these are the facts of what was read.
  const publication = await readPages(mirrorFile, folder, (pages) => {
    writePages(plain, pages)
    return pages.publication
  })
  await pack(plain, packed)
  const { rootPageId, spaceId, generation, publishedAt, digest } = publication
  const facts: DownloadFacts = {
    rootPageId,
    spaceId,
    generation,
    publishedAt,
    digest,
    plain: await readFacts(plain),
    packed: await readFacts(packed)
  }
  await writeFile(path.join(folder, names.facts), JSON.stringify(facts))
  return publication
}

function writePages(file: string, pages: MirrorPages): void {
  const handle = openSync(file, 'wx')
  try {
    for (const part of pages.parts(PART_SIZE)) writeFileSync(handle, part)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

async function pack(plain: string, packed: string): Promise<void> {
  const brotli = createBrotliCompress({
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY }
  })
  await pipeline(createReadStream(plain), brotli, createWriteStream(packed))
}

async function readFacts(file: string): Promise<FileFacts> {
  const hash = createHash('sha256')
  let size = 0
  for await (const bytes of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(bytes)
    size += bytes.length
  }
  return { size, hash: hash.digest('hex') }
}
