import type { Dispatcher } from 'undici'

import { CloneError, TransientFault, tooLarge } from './clone-error.ts'
import { requestMirror, chunksOf } from './request-mirror.ts'
import type { PartFacts, PartFile } from './part-file.ts'
import { retryOrExplain } from './retry.ts'
import { writeChunks } from './write-chunks.ts'

export interface FetchOptions {
  address: URL
  part: PartFile
  /** ETag of the existing clone; the site does not send an unchanged mirror again. */
  knownEtag: string | undefined
  maxBytes: number
  /** Time-out between two chunks, in milliseconds. */
  silenceMs: number
  signal: AbortSignal
  /** Bytes received so far, and the total; null when the site does not announce it. */
  onProgress: (bytes: number, size: number | null) => void
  /** Called with the message of each transient fault, before the retry. */
  onFault: (message: string) => void
}

/**
 * Downloads a site's mirror into the part file; resumes an interrupted download, also one of an
 * earlier run. Returns undefined when the mirror is still the one of `knownEtag`. Throws
 * `CloneError`, and the system's error when the file cannot be written.
 */
export async function fetchMirror(options: FetchOptions): Promise<PartFacts | undefined> {
  const { part, address } = options
  const bytes = () => part.find(address.href)?.bytes ?? 0
  return retryOrExplain(address, { ...options, bytes }, () => attempt(options))
}

async function attempt(options: FetchOptions): Promise<PartFacts | undefined> {
  const { address, part, knownEtag } = options
  const started = part.find(address.href)
  const isComplete = started !== undefined && started.bytes === started.facts.size
  const tag = isComplete ? started.facts.etag : started ? undefined : knownEtag
  const response = await requestMirror(address, {
    ...options,
    headers: {
      ...(tag && { 'if-none-match': tag }),
      ...(started &&
        !isComplete && { range: `bytes=${started.bytes}-`, 'if-range': started.facts.etag ?? '' })
    }
  })
  if (response.statusCode === 304 && tag) return isComplete ? started.facts : undefined
  if (response.statusCode === 206 && started && isRest(response, started.bytes, started.facts)) {
    return receive(response, { ...options, facts: started.facts, from: started.bytes })
  }
  if (response.statusCode !== 200) {
    void response.body.dump()
    part.remove()
    throw new TransientFault(`unexpected status ${response.statusCode}`)
  }
  const facts = readFacts(response, address)
  part.begin(facts)
  return receive(response, { ...options, facts, from: 0 })
}

function isRest({ headers }: Dispatcher.ResponseData, from: number, facts: PartFacts): boolean {
  const range = String(headers['content-range'])
  return range.startsWith(`bytes ${from}-`) && headers['etag'] === facts.etag
}

function readFacts({ headers }: Dispatcher.ResponseData, address: URL): PartFacts {
  const coding = String(headers['content-encoding'] ?? 'identity')
  if (coding !== 'br' && coding !== 'identity') {
    throw new CloneError(
      `${address.href} is sent with the content encoding "${coding}", but only br and identity are supported; report this to the operator of the site`
    )
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
  response: Dispatcher.ResponseData,
  options: FetchOptions & { facts: PartFacts; from: number }
): Promise<PartFacts> {
  const { part, facts, from, maxBytes, onProgress, address } = options
  const refuseLarge = (bytes: number) => {
    if (bytes <= maxBytes) return
    part.remove()
    throw tooLarge(address.href, maxBytes)
  }
  refuseLarge(facts.size ?? 0)
  let bytes = from
  const counted = async function* () {
    for await (const chunk of chunksOf(response.body)) {
      bytes += chunk.length
      refuseLarge(bytes)
      onProgress(bytes, facts.size)
      yield chunk
    }
  }
  await writeChunks(part.file, from > 0 ? 'a' : 'w', counted())
  if (facts.size !== null && bytes !== facts.size) {
    throw new TransientFault('the download was interrupted')
  }
  return facts
}
