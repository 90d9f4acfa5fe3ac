import dns from 'node:dns'
import type { LookupFunction } from 'node:net'

import ipaddr from 'ipaddr.js'
import { Agent, type Dispatcher, request } from 'undici'

import { retryAfterMs } from '../../../formats/retry-after.ts'
import { FileError } from './file-error.ts'
import { messageOf } from '../../../../site/formats/error-message.ts'

const MAX_REDIRECTS = 3
const CONNECT_TIMEOUT_MS = 5000

export interface GuardedRequest {
  /** Origins without the https and public-address rules: that of `NOTION_API_BASE_URL`. */
  allowedOrigins: Set<string>
  headers: Record<string, string>
  /** Time-out for the headers and between two chunks of the body, in milliseconds. */
  silenceMs: number
  signal: AbortSignal
}

/**
 * Requests a file from a URL that an editor of the workspace chose, guarded against SSRF; resolves
 * with a response of status 200 or 304. Only https to public IP addresses is allowed. The check
 * applies to the address of the connection, so DNS rebinding cannot evade it, and to each redirect.
 * Throws `FileError`.
 */
export async function guardedRequest(
  address: string,
  options: GuardedRequest
): Promise<Dispatcher.ResponseData> {
  let url = parse(address)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await send(url, options)
    if (response.statusCode === 200 || response.statusCode === 304) return response
    void response.body.dump()
    const location = response.headers['location']
    const isRedirect = response.statusCode >= 300 && response.statusCode < 400
    if (!isRedirect || typeof location !== 'string') throw refusal(response)
    url = parse(location, url)
  }
  throw new FileError(`more than ${MAX_REDIRECTS} redirects`)
}

/** Converts an error of the connection. */
export function asFileError(error: unknown): FileError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (error instanceof FileError) return error
  if (cause instanceof FileError) return cause
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  const reason = messageOf(cause)
  const isUnreachable = code === 'ENOTFOUND'
  return new FileError(reason, { cause: error, isTransient: !finalCodes.has(code), isUnreachable })
}

/** Unknown host, invalid address, aborted request: a retry does not help. */
const finalCodes = new Set<unknown>(['ENOTFOUND', 'UND_ERR_INVALID_ARG', 'ABORT_ERR'])

function parse(address: string, base?: URL): URL {
  if (!URL.canParse(address, base)) throw new FileError('not a valid URL')
  return new URL(address, base)
}

async function send(url: URL, options: GuardedRequest): Promise<Dispatcher.ResponseData> {
  const { headers, signal, silenceMs } = options
  const isAllowed = options.allowedOrigins.has(url.origin)
  if (!isAllowed && url.protocol !== 'https:') throw new FileError('not an https URL')
  if (!isAllowed) refuseLiteral(url.hostname)
  const dispatcher = isAllowed ? direct : guarded
  const timeouts = { headersTimeout: silenceMs, bodyTimeout: silenceMs }
  return request(url, { dispatcher, headers, signal, ...timeouts }).catch((error: unknown) => {
    throw asFileError(error)
  })
}

function refusal({ statusCode, headers }: Dispatcher.ResponseData): FileError {
  const isTransient = statusCode === 408 || statusCode === 429 || statusCode >= 500
  return new FileError(`status ${statusCode}`, {
    status: statusCode,
    isTransient,
    retryAfterMs: retryAfterMs(headers['retry-after'], headers.date)
  })
}

function refuseLiteral(hostname: string): void {
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(literal)) refusePrivate(literal)
}

function refusePrivate(address: string): void {
  const range = ipaddr.process(address).range()
  if (range !== 'unicast') throw new FileError(`address ${address} is not public (${range})`)
}

/** Resolves a host name for undici's connection; fails when any of its addresses is not public. */
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
