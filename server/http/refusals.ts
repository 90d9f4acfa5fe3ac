import type { IncomingMessage } from 'node:http'

import type { ErrorCode } from '../errors.ts'

const refusals = new WeakMap<IncomingMessage, ErrorCode>()

/**
 * Marks a request as refused before routing. A hook throws the error, so that the answer has the
 * headers and the format of every other error.
 */
export function refuse(request: IncomingMessage, code: ErrorCode): void {
  refusals.set(request, code)
}

/** The code that `refuse` set. */
export function refusalOf(request: IncomingMessage): ErrorCode | undefined {
  return refusals.get(request)
}
