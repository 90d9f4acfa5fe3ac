import { IncomingMessage, ServerResponse } from 'node:http'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

import { ApiError, type ErrorCode } from '../errors.ts'
import type { Connections } from './connections.ts'
import { refusalOf, refuse } from './refusals.ts'

/**
 * Answers a request that Node's parser rejects as malformed, oversized or late. There is no request
 * object, so Fastify gets a placeholder marked as refused: the answer has all our headers.
 */
export function answerClientError(
  error: { code?: string },
  facts: { socket: Socket; server: Server; connections: Connections }
): void {
  const { socket, server, connections } = facts
  if (!socket.writable) return void socket.destroy()
  const code = codes.get(error.code ?? '') ?? 'bad_request'
  const pending = connections.responseOn(socket)
  if (pending) return failPending(pending, code)
  // A preconnected socket, as browsers open them, that was never used.
  if (socket.bytesRead === 0) return void socket.destroy()
  const request = new IncomingMessage(socket)
  // Such clients are programs, so the error is JSON.
  request.url = '/api'
  request.method = 'GET'
  const response = new ServerResponse(request)
  response.setHeader('connection', 'close')
  response.assignSocket(socket)
  response.once('finish', () => socket.destroySoon())
  refuse(request, code)
  server.emit('request', request, response)
}

const codes = new Map<string, ErrorCode>([
  ['ERR_HTTP_REQUEST_TIMEOUT', 'request_timeout'],
  ['HPE_HEADER_OVERFLOW', 'headers_too_large'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 'payload_too_large']
])

/** The body of a request is malformed or late: the error is passed to its reader. */
function failPending(response: ServerResponse, code: ErrorCode): void {
  const { req: request } = response
  if (refusalOf(request)) return
  if (!response.headersSent) response.setHeader('connection', 'close')
  response.once('close', () => request.socket.destroySoon())
  // If this request is complete, a pipelined one after it is malformed; this one is still answered.
  if (!request.complete) failWhenRead(request, new ApiError(code))
}

/** The error may arrive with the headers, before Fastify listens for errors of the body. */
function failWhenRead(request: IncomingMessage, error: ApiError): void {
  const fail = () => request.emit('error', error)
  if (request.listenerCount('error') > 0) return void fail()
  const onListener = (event: string | symbol) => {
    if (event !== 'error') return
    request.off('newListener', onListener)
    setImmediate(fail)
  }
  request.on('newListener', onListener)
}
