import type { Dispatcher } from 'undici'

import { CloneError, TransientFault } from './clone-error.ts'
import { requestMirror, chunksOf } from './request-mirror.ts'
import type { PartFacts, PartFile } from './part-file.ts'
import { retry } from './retry.ts'
import { writeChunks } from './write-chunks.ts'

export interface FetchOptions {
  address: URL
  part: PartFile
  /** Tag of what is there already: it is not sent again. */
  knownEtag: string | undefined
  maxBytes: number
  /** How long the site may be silent, milliseconds. */
  silenceMs: number
  signal: AbortSignal
  /** Bytes that are there, and of how many. */
  onProgress: (bytes: number, size: number | null) => void
  /** Hears of a fault that passes. */
  onFault: (message: string) => void
}

/**
 * Fetches a site's mirror into the part file, all of it, and goes on where an earlier run or a
 * connection was cut. Undefined when the site has what `knownEtag` names. Throws `CloneError`, and
 * the system's error when the bytes cannot be written.
 */
export async function fetchMirror(options: FetchOptions): Promise<PartFacts | undefined> {
  const { part, address } = options
  const bytes = () => part.held(address.href)?.bytes ?? 0
  try {
    return await retry(() => attempt(options), { ...options, bytes })
  } catch (error) {
    if (!(error instanceof TransientFault)) throw error
    throw new CloneError(
      `${address.href} cannot be fetched: ${error.message}; what has come is kept, run the same command again`,
      { cause: error }
    )
  }
}

async function attempt(options: FetchOptions): Promise<PartFacts | undefined> {
  const { address, part, knownEtag } = options
  const held = part.held(address.href)
  const isWhole = held !== undefined && held.bytes === held.facts.size
  const tag = isWhole ? held.facts.etag : held ? undefined : knownEtag
  const answer = await requestMirror(address, {
    ...options,
    headers: {
      ...(tag && { 'if-none-match': tag }),
      ...(held && !isWhole && { range: `bytes=${held.bytes}-`, 'if-range': held.facts.etag ?? '' })
    }
  })
  if (answer.statusCode === 304 && tag) return isWhole ? held.facts : undefined
  if (answer.statusCode === 206 && held && isRest(answer, held.bytes, held.facts)) {
    return receive(answer, { ...options, facts: held.facts, from: held.bytes })
  }
  if (answer.statusCode !== 200) {
    void answer.body.dump()
    part.remove()
    throw new TransientFault(`status ${answer.statusCode} for a part that was not asked for`)
  }
  const facts = readFacts(answer, address)
  part.begin(facts)
  return receive(answer, { ...options, facts, from: 0 })
}

function isRest({ headers }: Dispatcher.ResponseData, from: number, facts: PartFacts): boolean {
  const range = String(headers['content-range'])
  return range.startsWith(`bytes ${from}-`) && headers['etag'] === facts.etag
}

function readFacts({ headers }: Dispatcher.ResponseData, address: URL): PartFacts {
  const coding = String(headers['content-encoding'] ?? 'identity')
  if (coding !== 'br' && coding !== 'identity') {
    throw new CloneError(`${address.href} is sent packed as "${coding}", which was not asked for`)
  }
  const etag = headers['etag']
  const size = headers['content-length']
  const [, hash = null] = /sha-256=:([^:]+):/.exec(String(headers['repr-digest'])) ?? []
  return {
    address: address.href,
    etag: typeof etag === 'string' ? etag : null,
    coding,
    hash,
    size: typeof size === 'string' ? Number(size) : null
  }
}

async function receive(
  answer: Dispatcher.ResponseData,
  options: FetchOptions & { facts: PartFacts; from: number }
): Promise<PartFacts> {
  const { part, facts, from, maxBytes, onProgress, address } = options
  const refuseLarge = (bytes: number) => {
    if (bytes <= maxBytes) return
    part.remove()
    throw new CloneError(
      `${address.href} is larger than ${maxBytes / 1e6} MB; allow more with --max-size <MB>`
    )
  }
  refuseLarge(facts.size ?? 0)
  let bytes = from
  const counted = async function* () {
    for await (const chunk of chunksOf(answer.body)) {
      bytes += chunk.length
      refuseLarge(bytes)
      onProgress(bytes, facts.size)
      yield chunk
    }
  }
  await writeChunks(part.file, from > 0 ? 'a' : 'w', counted())
  if (facts.size !== null && bytes !== facts.size) throw new TransientFault('the download was cut')
  return facts
}
