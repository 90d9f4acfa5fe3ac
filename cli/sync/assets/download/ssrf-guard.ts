import dns from 'node:dns'
import type { LookupFunction } from 'node:net'

import ipaddr from 'ipaddr.js'
import { Agent, type Dispatcher, request } from 'undici'

import { FileError } from './file-error.ts'

const MAX_REDIRECTS = 3
const CONNECT_TIMEOUT_MS = 5000
const MAX_RETRY_AFTER_MS = 30_000

export interface GuardedRequest {
  /** Origins that may be plain http and on this machine: that of `NOTION_API_BASE_URL`. */
  allowedOrigins: Set<string>
  headers: Record<string, string>
  /** Milliseconds until the headers are there, and between two parts of the body. */
  silenceMs: number
  signal: AbortSignal
}

/**
 * Asks for a file whose address an editor of the workspace chose and answers 200 or 304. Only https
 * to public addresses is followed, checked on the address that is connected to (so that a name
 * cannot change its mind), and again on each redirect. Throws `FileError`.
 */
export async function guardedRequest(
  address: string,
  options: GuardedRequest
): Promise<Dispatcher.ResponseData> {
  let url = parse(address)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await send(url, options)
    if (answer.statusCode === 200 || answer.statusCode === 304) return answer
    void answer.body.dump()
    const location = answer.headers['location']
    const isRedirect = answer.statusCode >= 300 && answer.statusCode < 400
    if (!isRedirect || typeof location !== 'string') throw refusal(answer)
    url = parse(location, url)
  }
  throw new FileError(`more than ${MAX_REDIRECTS} redirects`)
}

/** What a fault of the connection means for the file. */
export function asFileError(error: unknown): FileError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (error instanceof FileError) return error
  if (cause instanceof FileError) return cause
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  const reason = cause instanceof Error ? cause.message : String(cause)
  const isUnreachable = code === 'ENOTFOUND'
  return new FileError(reason, { cause: error, isPassing: !finalCodes.has(code), isUnreachable })
}

/** A name that is not there and an address that cannot be asked stay so for the run. */
const finalCodes = new Set<unknown>(['ENOTFOUND', 'UND_ERR_INVALID_ARG', 'ABORT_ERR'])

function parse(address: string, base?: URL): URL {
  if (!URL.canParse(address, base)) throw new FileError('not an address')
  return new URL(address, base)
}

async function send(url: URL, options: GuardedRequest): Promise<Dispatcher.ResponseData> {
  const { headers, signal, silenceMs } = options
  const isAllowed = options.allowedOrigins.has(url.origin)
  if (!isAllowed && url.protocol !== 'https:') throw new FileError('not https')
  if (!isAllowed) refuseLiteral(url.hostname)
  const dispatcher = isAllowed ? direct : guarded
  const times = { headersTimeout: silenceMs, bodyTimeout: silenceMs }
  return request(url, { dispatcher, headers, signal, ...times }).catch((error: unknown) => {
    throw asFileError(error)
  })
}

function refusal({ statusCode, headers }: Dispatcher.ResponseData): FileError {
  const isPassing = statusCode === 408 || statusCode === 429 || statusCode >= 500
  const retryAfterMs = readRetryAfter(headers['retry-after'])
  return new FileError(`status ${statusCode}`, { status: statusCode, isPassing, retryAfterMs })
}

function readRetryAfter(value: string | string[] | undefined): number | undefined {
  if (typeof value !== 'string') return undefined
  const seconds = Number(value)
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(waitMs) ? Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS) : undefined
}

function refuseLiteral(hostname: string): void {
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(literal)) refusePrivate(literal)
}

function refusePrivate(address: string): void {
  const range = ipaddr.process(address).range()
  if (range !== 'unicast') throw new FileError(`address ${address} is not public (${range})`)
}

/** Resolves a name and refuses it when any of its addresses is not public; undici connects to what this answers. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    try {
      for (const { address } of addresses) refusePrivate(address)
    } catch (refused) {
      return callback(refused as Error, [])
    }
    return callback(null, addresses)
  })
}

const direct = new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS } })
const guarded = new Agent({ connect: { lookup: publicLookup, timeout: CONNECT_TIMEOUT_MS } })
