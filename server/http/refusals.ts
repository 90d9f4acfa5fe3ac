import type { IncomingMessage } from 'node:http'

import type { ErrorCode } from '../errors.ts'

const refusals = new WeakMap<IncomingMessage, ErrorCode>()

/**
 * Marks a request that is refused before it is routed. The first hook of the application throws the
 * error, so that the answer has the headers and the form of every other error.
 */
export function refuse(request: IncomingMessage, code: ErrorCode): void {
  refusals.set(request, code)
}

/** The code a request was marked with by `refuse`. */
export function refusalOf(request: IncomingMessage): ErrorCode | undefined {
  return refusals.get(request)
}
