import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'

import { CloneError } from './clone-error.ts'
import type { PartFacts } from './part-file.ts'

interface Packed {
  /** The bytes as they were sent. */
  file: string
  facts: PartFacts
  /** The mirror may not be larger, bytes. */
  maxBytes: number
}

/**
 * Writes the mirror that was sent to `target`, flushed to the disk. Throws `CloneError` when the
 * bytes are not those that the site meant to send, or are too many.
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
      if (bytes > maxBytes) {
        throw new CloneError(
          `the mirror of ${facts.address} is larger than ${maxBytes / 1e6} MB; allow more with --max-size <MB>`
        )
      }
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
  // On its way, a mirror that is packed anew has a weak tag, and another digest.
  const isTold = facts.hash !== null && facts.etag?.startsWith('"') === true
  if (isTold && hash.digest('base64') !== facts.hash) throw corrupted(facts)
}

function corrupted({ address }: PartFacts, cause?: unknown): CloneError {
  return new CloneError(
    `${address} was spoilt on its way, its bytes are not those that were sent; run the same command again`,
    { cause }
  )
}
