import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Dispatcher } from 'undici'

import type { DownloadBudget } from './download-budget.ts'
import { DownloadPace } from './download-pace.ts'
import { FileError } from './file-error.ts'
import type { Validators } from '../file-log.ts'
import { asFileError, guardedRequest } from './ssrf-guard.ts'

const MAX_ATTEMPTS = 3

export interface Download {
  address: string
  /** Where the bytes go; what stands there is overwritten. */
  part: string
  /** What was known of the file when it was last asked for: an unchanged one is not sent again. */
  validators: Validators | undefined
  budget: DownloadBudget
  signal: AbortSignal
}

export interface Downloaded {
  /** sha256 of the bytes, 64 hex digits. */
  hash: string
  /** Bytes. */
  size: number
  /** What the host calls it; null when it does not say. */
  contentType: string | null
  validators: Validators
}

/**
 * Fetches a file into `part`, flushed to the disk; undefined when it has not changed. Faults that
 * pass are tried again, at most three times in all. Throws `FileError` for a file that cannot be
 * had, and the file system's own error when it cannot be written.
 */
export async function download(options: Download): Promise<Downloaded | undefined> {
  const { address, budget, signal } = options
  for (let attempt = 1; ; attempt++) {
    budget.refuseDeadHost(address)
    try {
      const found = await attemptDownload(options)
      budget.noteAnswer(address)
      return found
    } catch (error) {
      if (!(error instanceof FileError) || signal.aborted) throw error
      const isOver = !error.isPassing || attempt >= MAX_ATTEMPTS
      if (error.isUnreachable || (error.isPassing && isOver)) budget.noteSilence(address)
      if (isOver) throw error
      await wait(Math.max(error.retryAfterMs ?? 0, budget.backoffMs(attempt)), signal)
    }
  }
}

async function attemptDownload(options: Download): Promise<Downloaded | undefined> {
  const { address, validators, budget } = options
  const pace = new DownloadPace(options)
  try {
    const answer = await guardedRequest(address, {
      allowedOrigins: budget.rules.allowedOrigins,
      headers: { ...plainHeaders, ...conditions(validators) },
      silenceMs: budget.patienceMs,
      signal: pace.signal
    })
    if (answer.statusCode === 200) return await receive(answer, { ...options, pace })
    void answer.body.dump()
    if (!validators) throw new FileError('status 304 for a file that is not known')
    return undefined
  } catch (error) {
    throw pace.complaint ?? error
  } finally {
    pace.end()
  }
}

/** Bytes as they are: what a host packs for the way would be stored packed. */
const plainHeaders = { 'user-agent': 'fansite', accept: '*/*', 'accept-encoding': 'identity' }

async function receive(
  answer: Dispatcher.ResponseData,
  { part, budget, pace }: Download & { pace: DownloadPace }
): Promise<Downloaded> {
  const { headers } = answer
  const hash = createHash('sha256')
  const size = budget.fileSize(Number(headers['content-length'] ?? 0))
  const handle = await open(part, 'w')
  try {
    for await (const bytes of partsOf(answer.body)) {
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

/** The body, with the connection's faults told apart from those of the disk it is written to. */
async function* partsOf(body: Dispatcher.ResponseData['body']): AsyncGenerator<Uint8Array> {
  try {
    // A stream of bytes: no encoding is set on it.
    for await (const bytes of body as AsyncIterable<Uint8Array>) yield bytes
  } catch (error) {
    throw asFileError(error)
  }
}

/** The system's error says what is wrong (a full disk, say) and not where. */
function nameFolder(part: string): (error: Error) => never {
  return (error) => {
    const folder = path.dirname(part)
    throw new Error(`${folder} cannot be written: ${error.message}`, { cause: error })
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
