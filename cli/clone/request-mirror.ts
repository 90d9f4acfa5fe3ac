import { Agent, type Dispatcher, request } from 'undici'

import { version } from '../config/version.ts'
import { CloneError, TransientFault } from './clone-error.ts'
import { redirected } from './mirror-address.ts'

const MAX_REDIRECTS = 5
const CONNECT_TIMEOUT_MS = 10_000
/** Whoever is asked first makes the copy: the answer to that may take a while. */
const MIN_HEADERS_TIMEOUT_MS = 60_000

interface Question {
  headers: Record<string, string>
  /** How long the site may be silent, milliseconds. */
  silenceMs: number
  signal: AbortSignal
  /** Whether a status is an answer; by default those of a mirror: 200, 206, 304 and 416. */
  isAnswer?: (status: number) => boolean
}

const dispatcher = new Agent({ connect: { timeout: CONNECT_TIMEOUT_MS } })

/**
 * Asks a site and follows redirects. Throws `PassingFault`, and `CloneError` for what will not be
 * otherwise in a moment.
 */
export async function requestMirror(
  address: URL,
  question: Question
): Promise<Dispatcher.ResponseData> {
  const { isAnswer = (status) => [200, 206, 304, 416].includes(status) } = question
  let url = address
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const answer = await send(url, question)
    if (isAnswer(answer.statusCode)) return answer
    void answer.body.dump()
    const { location } = answer.headers
    const isRedirect = answer.statusCode >= 300 && answer.statusCode < 400
    if (!isRedirect || typeof location !== 'string') throw refusal(url, answer)
    url = redirected(url, location)
  }
  throw new CloneError(`${address.href} redirects more than ${MAX_REDIRECTS} times`)
}

async function send(url: URL, question: Question): Promise<Dispatcher.ResponseData> {
  const { silenceMs, signal } = question
  try {
    return await request(url, {
      dispatcher,
      signal,
      headers: { 'user-agent': `fansite/${version}`, 'accept-encoding': 'br', ...question.headers },
      headersTimeout: Math.max(silenceMs, MIN_HEADERS_TIMEOUT_MS),
      bodyTimeout: silenceMs
    })
  } catch (error) {
    signal.throwIfAborted()
    // Undici's and the system's errors alike have a code.
    const { message, code } = error as NodeJS.ErrnoException
    if (code === 'ENOTFOUND')
      throw new CloneError(`there is no ${url.host}; see that the address is right`, {
        cause: error
      })
    throw new TransientFault(message || String(code), { cause: error })
  }
}

function refusal(url: URL, { statusCode, headers }: Dispatcher.ResponseData): Error {
  if (statusCode === 404) {
    return new CloneError(
      `there is no ${url.href}; the site is none of fansite, or has isMirrorDownloadEnabled set to false`
    )
  }
  if (statusCode !== 408 && statusCode !== 429 && statusCode < 500) {
    return new CloneError(`${url.href} answers with status ${statusCode}; ask who runs the site`)
  }
  const seconds = Number(headers['retry-after'] ?? 0)
  const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : 0
  return new TransientFault(`status ${statusCode}`, { retryAfterMs })
}

/** The body of an answer, with the connection's faults told apart from those of the disk it is written to. */
export async function* chunksOf(body: Dispatcher.ResponseData['body']): AsyncGenerator<Uint8Array> {
  try {
    // A stream of bytes: no encoding is set on it.
    for await (const chunk of body as AsyncIterable<Uint8Array>) yield chunk
  } catch (error) {
    throw new TransientFault(error instanceof Error ? error.message : String(error), {
      cause: error
    })
  }
}
