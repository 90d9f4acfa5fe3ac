import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { type Readable, pipeline } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

import type { Dispatcher } from 'undici'

import { explainFailure } from '../../../../db/mirror/mirror-error.ts'
import type { DownloadBudget } from './download-budget.ts'
import { DownloadPace } from './download-pace.ts'
import { FileError } from './file-error.ts'
import type { Validators } from '../file-log.ts'
import { asFileError, guardedRequest } from './ssrf-guard.ts'

const MAX_ATTEMPTS = 3
const MAX_RETRY_AFTER_MS = 30_000

export interface Download {
  address: string
  /** The file to write; an existing one is overwritten. */
  part: string
  /** Of the last response, for a conditional request. */
  validators: Validators | undefined
  budget: DownloadBudget
  signal: AbortSignal
}

export interface Downloaded {
  /** sha256 of the bytes, 64 hex digits. */
  hash: string
  /** Bytes. */
  size: number
  /** The `Content-Type`; null when the response has none. */
  contentType: string | null
  validators: Validators
}

/**
 * Downloads a file into `part` and flushes it to the disk; returns undefined when it is unchanged
 * (304). Transient faults are retried, three attempts in total. Throws `FileError` when the download
 * fails, and `Error` when the file cannot be written.
 */
export async function download(options: Download): Promise<Downloaded | undefined> {
  const { address, budget, signal } = options
  for (let attempt = 1; ; attempt++) {
    budget.refuseDeadHost(address)
    try {
      const found = await attemptDownload(options)
      budget.addSuccess(address)
      return found
    } catch (error) {
      if (!(error instanceof FileError) || signal.aborted) throw error
      const isLast = !error.isTransient || attempt >= MAX_ATTEMPTS
      if (error.isUnreachable || (error.isTransient && isLast)) budget.addFailure(address)
      if (isLast) throw error
      const askedMs = Math.min(error.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS)
      await wait(Math.max(askedMs, budget.backoffMs(attempt)), signal)
    }
  }
}

async function attemptDownload(options: Download): Promise<Downloaded | undefined> {
  const { address, validators, budget } = options
  const pace = new DownloadPace(options)
  try {
    const response = await guardedRequest(address, {
      allowedOrigins: budget.rules.allowedOrigins,
      headers: { ...plainHeaders, ...conditions(validators) },
      silenceMs: budget.patienceMs,
      signal: pace.signal
    })
    if (response.statusCode === 200) return await receive(response, { ...options, pace })
    void response.body.dump()
    if (!validators) throw new FileError('unexpected status 304')
    return undefined
  } catch (error) {
    throw pace.error ?? error
  } finally {
    pace.end()
  }
}

/** `identity`: files are stored as they are. */
const plainHeaders = { 'user-agent': 'fansite', accept: '*/*', 'accept-encoding': 'identity' }

async function receive(
  response: Dispatcher.ResponseData,
  { part, budget, pace }: Download & { pace: DownloadPace }
): Promise<Downloaded> {
  const { headers } = response
  const hash = createHash('sha256')
  const size = budget.fileSize(Number(headers['content-length'] ?? 0))
  const handle = await open(part, 'w')
  try {
    for await (const bytes of chunksOf(plainBody(response))) {
      size.add(bytes.length)
      pace.add(bytes.length)
      hash.update(bytes)
      await handle.writeFile(bytes).catch(nameFolder(part))
    }
    await handle.sync().catch(nameFolder(part))
  } finally {
    await handle.close()
  }
  const validators = { etag: text(headers['etag']), lastModified: text(headers['last-modified']) }
  const contentType = text(headers['content-type'])
  return { hash: hash.digest('hex'), size: size.bytes, contentType, validators }
}

const decoders = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress]
])

/** The decoded body. Some hosts store files compressed, and send them so despite `identity`. */
function plainBody({ headers, body }: Dispatcher.ResponseData): Readable {
  const decoder = decoders.get(text(headers['content-encoding'])?.toLowerCase() ?? '')
  // An error of either stream ends the decoder, whose reader reports it.
  return decoder ? pipeline(body, decoder(), () => {}) : body
}

/** The chunks of a body; a fault of the connection becomes a `FileError`, unlike one of the disk. */
async function* chunksOf(body: Readable): AsyncGenerator<Uint8Array> {
  try {
    // The stream yields bytes, since no encoding is set on it.
    for await (const bytes of body as AsyncIterable<Uint8Array>) yield bytes
  } catch (error) {
    throw asFileError(error)
  }
}

/** Adds the folder and the remedy to the system's error, such as that of a full disk. */
function nameFolder(part: string): (error: Error) => never {
  return (error) => {
    throw explainFailure(error, path.dirname(part))
  }
}

function conditions(validators: Validators | undefined): Record<string, string> {
  const { etag, lastModified } = validators ?? {}
  return {
    ...(etag && { 'if-none-match': etag }),
    ...(lastModified && { 'if-modified-since': lastModified })
  }
}

function text(header: string | string[] | undefined): string | null {
  return typeof header === 'string' ? header : null
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch((error: unknown) => {
    throw new FileError('the run was stopped', { cause: error })
  })
}
