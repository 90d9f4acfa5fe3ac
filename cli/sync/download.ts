import dns from 'node:dns'
import type { LookupFunction } from 'node:net'

import ipaddr from 'ipaddr.js'
import { Agent, type Dispatcher, request } from 'undici'

const MAX_REDIRECTS = 3
const TIMEOUT_MS = 15_000

/** A file could not be fetched; the message says why in a few words. */
export class DownloadError extends Error {
  override name = 'DownloadError'
}

export interface DownloadRules {
  /** Origins that may be plain http and on this machine: that of `NOTION_API_BASE_URL`. */
  allowedOrigins: Set<string>
  /** Bytes. */
  maxBytes: number
}

/**
 * Fetches a file whose address an editor of the workspace chose. Only https to public addresses is
 * followed, checked on the address that is connected to (so that a name cannot change its mind), and
 * again on each redirect. Throws `DownloadError`.
 */
export async function download(address: string, rules: DownloadRules): Promise<Uint8Array> {
  let url = parse(address)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await send(url, rules)
    const location = answer.headers['location']
    if (answer.statusCode >= 300 && answer.statusCode < 400 && typeof location === 'string') {
      await answer.body.dump()
      url = parse(location, url)
      continue
    }
    if (answer.statusCode !== 200) {
      await answer.body.dump()
      throw new DownloadError(`status ${answer.statusCode}`)
    }
    return readBody(answer, rules.maxBytes)
  }
  throw new DownloadError(`more than ${MAX_REDIRECTS} redirects`)
}

function parse(address: string, base?: URL): URL {
  if (!URL.canParse(address, base)) throw new DownloadError('not an address')
  return new URL(address, base)
}

async function send(url: URL, rules: DownloadRules): Promise<Dispatcher.ResponseData> {
  const isAllowed = rules.allowedOrigins.has(url.origin)
  if (!isAllowed && url.protocol !== 'https:') throw new DownloadError('not https')
  if (!isAllowed) refuseLiteral(url.hostname)
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    return await request(url, { dispatcher: isAllowed ? direct : guarded, signal })
  } catch (error) {
    throw asDownloadError(error)
  }
}

async function readBody(answer: Dispatcher.ResponseData, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    for await (const part of answer.body as AsyncIterable<Uint8Array>) {
      size += part.length
      if (size > maxBytes) throw new DownloadError(`larger than ${maxBytes} bytes`)
      parts.push(part)
    }
  } catch (error) {
    throw asDownloadError(error)
  }
  return Buffer.concat(parts)
}

function asDownloadError(error: unknown): DownloadError {
  if (error instanceof DownloadError) return error
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new DownloadError(reason, { cause: error })
}

function refuseLiteral(hostname: string): void {
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(literal)) refusePrivate(literal)
}

function refusePrivate(address: string): void {
  const range = ipaddr.process(address).range()
  if (range !== 'unicast') throw new DownloadError(`address ${address} is not public (${range})`)
}

/** Resolves a name and refuses it when any of its addresses is not public; undici connects to what this answers. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [])
    try {
      for (const { address } of addresses) refusePrivate(address)
    } catch (refusal) {
      return callback(refusal as Error, [])
    }
    return callback(null, addresses)
  })
}

const limits = { connectTimeout: 5000, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS }
const direct = new Agent(limits)
const guarded = new Agent({ ...limits, connect: { lookup: publicLookup, timeout: 5000 } })
