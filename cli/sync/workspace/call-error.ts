import { FetchError } from 'ofetch'

import { retryAfterMs } from '../../formats/retry-after.ts'
import { messageOf } from '../../../site/formats/error-message.ts'
import { readBody } from './read-body.ts'
import { ResponseError } from './response-error.ts'

/** What to do about a host that cannot be reached. */
export const networkRemedy = 'check the network, the proxy or firewall, and NOTION_API_BASE_URL'

/** A call of the workspace API that was refused, failed, or got a response that cannot be parsed. */
export class CallError extends Error {
  override name = 'CallError'
  /** HTTP status; undefined when there was no response. */
  readonly status: number | undefined
  /** `Retry-After` in milliseconds. */
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

  get isLockedOut(): boolean {
    return this.status === 401 || this.status === 403
  }

  /** Whether a retry is useless: a 4xx status other than a rate limit or a time-out. */
  get isFinal(): boolean {
    const { status } = this
    return status !== undefined && status !== 408 && status !== 429 && status >= 400 && status < 500
  }
}

/** Wraps any error of a call; the message names the endpoint and the cause. */
export async function asCallError(endpoint: string, error: unknown): Promise<CallError> {
  const failed = error instanceof FetchError ? error : undefined
  const headers = failed?.response?.headers
  const refusal = failed ? await refusalMessage(failed.data) : ''
  const reason = refusal || reasonOf(error)
  const manner = error instanceof ResponseError ? ' as expected' : ''
  return new CallError(`the workspace did not answer ${endpoint}${manner}: ${reason}`, {
    cause: error,
    status: failed?.statusCode,
    retryAfterMs: retryAfterMs(headers?.get('retry-after'), headers?.get('date'))
  })
}

function reasonOf(error: unknown): string {
  if (error instanceof ResponseError) return error.message
  if (error instanceof FetchError && error.statusCode !== undefined)
    return `status ${error.statusCode}`
  const reason = textOf(innermost(error))
  if (!(error instanceof FetchError && error.cause instanceof TypeError)) return reason
  return `${hostOf(error)} cannot be reached: ${reason}; ${networkRemedy}`
}

/** The innermost cause: the outer errors only report that a request failed. */
function innermost(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause
  return inner instanceof Error ? innermost(inner) : error
}

function textOf(error: unknown): string {
  const message = messageOf(error)
  if (message !== '' || !(error instanceof Error)) return message
  return (error as NodeJS.ErrnoException).code ?? error.name
}

function hostOf({ request }: FetchError): string {
  const address = request instanceof Request ? request.url : String(request)
  return URL.canParse(address) ? new URL(address).host : 'the workspace'
}

/** The message of an error response. The API sends JSON, the edge servers in front of it HTML. */
async function refusalMessage(body: unknown): Promise<string> {
  if (!(body instanceof ReadableStream)) return ''
  try {
    const parsed = await readBody(body)
    const isObject = typeof parsed === 'object' && parsed !== null
    return isObject && 'message' in parsed ? String(parsed.message) : ''
  } catch {
    // Not readable: the status is reported instead.
    return ''
  }
}
