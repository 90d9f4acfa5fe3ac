import { Agent, type Dispatcher, request } from 'undici'

import { version } from '../../config/version.ts'
import { retryAfterMs } from '../../formats/retry-after.ts'
import { CloneError, NoFileError, TransientFault } from './clone-error.ts'
import { redirectTarget } from './mirror-address.ts'
import { messageOf } from '../../../site/formats/error-message.ts'

const MAX_REDIRECTS = 5
const CONNECT_TIMEOUT_MS = 10_000
/** The first request after a publication waits until the site has made the copy. */
const MIN_HEADERS_TIMEOUT_MS = 60_000

interface MirrorRequest {
  headers: Record<string, string>
  /** Time-out between two chunks, in milliseconds. */
  silenceMs: number
  signal: AbortSignal
  /** Whether to return a response of this status. Default: 200, 206, 304 and 416. */
  isExpected?: (status: number) => boolean
}

const dispatcher = new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS } })

/**
 * Sends a request to a site and follows redirects. Throws `TransientFault` when a retry may succeed,
 * otherwise `CloneError`.
 */
export async function requestMirror(
  address: URL,
  options: MirrorRequest
): Promise<Dispatcher.ResponseData> {
  const { isExpected = (status) => [200, 206, 304, 416].includes(status) } = options
  let url = address
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await send(url, options)
    if (isExpected(response.statusCode)) return response
    void response.body.dump()
    const { location } = response.headers
    const isRedirect = response.statusCode >= 300 && response.statusCode < 400
    if (!isRedirect || typeof location !== 'string') throw refusal(url, response)
    url = redirectTarget(url, location)
  }
  throw new CloneError(
    `${address.href} redirects more than ${MAX_REDIRECTS} times; check the address of the site`
  )
}

async function send(url: URL, options: MirrorRequest): Promise<Dispatcher.ResponseData> {
  const { silenceMs, signal } = options
  try {
    return await request(url, {
      dispatcher,
      signal,
      headers: { 'user-agent': `fansite/${version}`, 'accept-encoding': 'br', ...options.headers },
      headersTimeout: Math.max(silenceMs, MIN_HEADERS_TIMEOUT_MS),
      bodyTimeout: silenceMs
    })
  } catch (error) {
    signal.throwIfAborted()
    // Errors of undici and of the system both have a code.
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTFOUND')
      throw new CloneError(`the host ${url.host} does not exist; check the address`, {
        cause: error
      })
    throw new TransientFault(messageOf(error) || String(code), { cause: error })
  }
}

function refusal(url: URL, { statusCode, headers }: Dispatcher.ResponseData): Error {
  if (statusCode === 404) {
    return new NoFileError(
      `${url.href} does not exist; check that the site runs fansite and does not set isMirrorDownloadEnabled to false`
    )
  }
  if (statusCode !== 408 && statusCode !== 429 && statusCode < 500) {
    return new CloneError(
      `${url.href} responds with status ${statusCode}; contact the operator of the site`
    )
  }
  return new TransientFault(`status ${statusCode}`, {
    retryAfterMs: retryAfterMs(headers['retry-after'], headers.date)
  })
}

/** The chunks of a body; a fault of the connection becomes a `TransientFault`, unlike one of the disk. */
export async function* chunksOf(body: Dispatcher.ResponseData['body']): AsyncGenerator<Uint8Array> {
  try {
    // The stream yields bytes, since no encoding is set on it.
    for await (const chunk of body as AsyncIterable<Uint8Array>) yield chunk
  } catch (error) {
    throw new TransientFault(messageOf(error), { cause: error })
  }
}
