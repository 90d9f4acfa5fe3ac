import { FetchError } from 'ofetch'

import { readBody } from './read-body.ts'
import { AnswerError } from './read-records.ts'

/** A call of the workspace API that was refused, or got no answer that can be understood. */
export class CallError extends Error {
  override name = 'CallError'
  /** HTTP status; undefined when there was no answer. */
  readonly status: number | undefined
  /** What a rate limit asks for, in milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(
    message: string,
    facts: { cause: unknown; status?: number | undefined; retryAfterMs?: number | undefined }
  ) {
    super(message, { cause: facts.cause })
    this.status = facts.status
    this.retryAfterMs = facts.retryAfterMs
  }

  get isRateLimit(): boolean {
    return this.status === 429
  }

  /** Whether the API lets nobody in, or not this caller. */
  get isLockedOut(): boolean {
    return this.status === 401 || this.status === 403
  }

  /** Whether asking again is of no use: refusals other than rate limits, time-outs and server errors. */
  get isFinal(): boolean {
    const { status } = this
    return status !== undefined && status !== 408 && status !== 429 && status >= 400 && status < 500
  }
}

/** Names the endpoint and the cause of whatever went wrong with a call. */
export async function asCallError(endpoint: string, error: unknown): Promise<CallError> {
  const status = error instanceof FetchError ? error.statusCode : undefined
  const told = error instanceof FetchError ? await refusalMessage(error.data) : ''
  const reason = told || reasonOf(error)
  return new CallError(`the workspace did not answer ${endpoint}: ${reason}`, {
    cause: error,
    status,
    retryAfterMs: error instanceof FetchError ? retryAfterMs(error) : undefined
  })
}

function reasonOf(error: unknown): string {
  if (error instanceof AnswerError) return error.message
  if (error instanceof FetchError && error.statusCode !== undefined)
    return `status ${error.statusCode}`
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}

/** The message of a refusal, which is JSON; the edge in front of the API refuses with HTML. */
async function refusalMessage(body: unknown): Promise<string> {
  if (!(body instanceof ReadableStream)) return ''
  try {
    const parsed = await readBody(body)
    const isObject = typeof parsed === 'object' && parsed !== null
    return isObject && 'message' in parsed ? String(parsed.message) : ''
  } catch {
    // Only the message of a refusal is lost; the refusal itself is reported.
    return ''
  }
}

function retryAfterMs(error: FetchError): number | undefined {
  const value = error.response?.headers.get('retry-after')
  if (!value) return undefined
  const seconds = Number(value)
  const delayMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(delayMs) ? delayMs : undefined
}
