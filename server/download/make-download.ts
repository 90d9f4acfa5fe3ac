import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createBrotliCompress } from 'node:zlib'

import { openMirrorForReading } from '../../db/mirror/open-mirror.ts'
import { type PublicationFacts, readIdentity } from '../../db/mirror/read-identity.ts'
import { writeSnapshot } from '../../db/publish/copies/write-snapshot.ts'
import { type DownloadFacts, type FileFacts, names } from './facts.ts'

/** Measured on mirrors: half the size of gzip's best in less time; higher qualities gain 2 % and take far longer. */
const BROTLI_QUALITY = 5

/**
 * Writes a snapshot of a mirror into an empty folder, plain and compressed, and returns its
 * publication. Blocks the thread for seconds. Throws `MirrorError`.
 */
export async function makeDownload(mirrorFile: string, folder: string): Promise<PublicationFacts> {
  const plain = path.join(folder, names.plain)
  const packed = path.join(folder, names.packed)
  snapshot(mirrorFile, plain)
  // Read from the copy: a sync may have published since the mirror was opened.
  const publication = readPublication(plain)
  await pack(plain, packed)
  const { rootPageId, spaceId, generation, publishedAt } = publication
  const facts: DownloadFacts = {
    rootPageId,
    spaceId,
    generation,
    publishedAt,
    plain: await readFacts(plain),
    packed: await readFacts(packed)
  }
  await writeFile(path.join(folder, names.facts), JSON.stringify(facts))
  return publication
}

function snapshot(mirrorFile: string, target: string): void {
  const mirror = openMirrorForReading(mirrorFile)
  try {
    writeSnapshot(mirror, target)
  } finally {
    mirror.$client.close()
  }
}

function readPublication(file: string): PublicationFacts {
  const mirror = openMirrorForReading(file)
  try {
    const publication = readIdentity(mirror)
    if (!publication) throw new Error(`${file} contains no publication`)
    return publication
  } finally {
    mirror.$client.close()
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
