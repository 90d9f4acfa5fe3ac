import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'

import { CloneError, tooLarge } from './clone-error.ts'
import type { PartFacts } from './part-file.ts'

interface Packed {
  /** The downloaded file, still encoded. */
  file: string
  facts: PartFacts
  /** Maximum size of the mirror. */
  maxBytes: number
}

/**
 * Decodes a downloaded mirror to `target` and flushes it to the disk. Throws `CloneError` when it is
 * corrupted or too large.
 */
export async function unpack({ file, facts, maxBytes }: Packed, target: string): Promise<void> {
  const hash = createHash('sha256')
  const hashed = async function* (source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      hash.update(chunk)
      yield chunk
    }
  }
  const bounded = async function* (source: AsyncIterable<Buffer>) {
    let bytes = 0
    for await (const chunk of source) {
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge(`the mirror of ${facts.address}`, maxBytes)
      yield chunk
    }
  }
  const decode = facts.coding === 'br' ? createBrotliDecompress() : new PassThrough()
  try {
    const whole = createWriteStream(target, { flush: true })
    await pipeline(createReadStream(file), hashed, decode, bounded, whole)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code?.startsWith('ERR_') || code === 'Z_BUF_ERROR') throw corrupted(facts, error)
    throw error
  }
  // A proxy that re-encodes the mirror makes the ETag weak; the digest does not match then.
  const isComparable = facts.hash !== null && facts.etag?.startsWith('"') === true
  if (isComparable && hash.digest('base64') !== facts.hash) throw corrupted(facts)
}

function corrupted({ address }: PartFacts, cause?: unknown): CloneError {
  return new CloneError(`the download of ${address} is corrupted; run the same command again`, {
    cause
  })
}
