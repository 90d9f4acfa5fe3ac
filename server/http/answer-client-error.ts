import { IncomingMessage, ServerResponse } from 'node:http'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

import { ApiError, type ErrorCode } from '../errors.ts'
import type { Connections } from './connections.ts'
import { refusalOf, refuse } from './refusals.ts'

/**
 * Answers what Node's parser refuses: a malformed, oversized or late request. There is no request then,
 * so an empty one is marked as refused and given to the application, whose answer has all our headers.
 */
export function answerClientError(
  error: { code?: string },
  facts: { socket: Socket; server: Server; connections: Connections }
): void {
  const { socket, server, connections } = facts
  if (!socket.writable) return void socket.destroy()
  const code = codes.get(error.code ?? '') ?? 'bad_request'
  const underWay = connections.responseOn(socket)
  if (underWay) return failUnderWay(underWay, code)
  // A connection that was opened in advance, as browsers do, and never used.
  if (socket.bytesRead === 0) return void socket.destroy()
  const request = new IncomingMessage(socket)
  // Such clients are programs: the error is JSON.
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

/** The body of a request is malformed or late: whatever reads it answers the error. */
function failUnderWay(response: ServerResponse, code: ErrorCode): void {
  const { req: request } = response
  if (refusalOf(request)) return
  if (!response.headersSent) response.setHeader('connection', 'close')
  response.once('close', () => request.socket.destroySoon())
  // Otherwise another request behind this one is malformed, and this one is answered.
  if (!request.complete) failWhenRead(request, new ApiError(code))
}

/** The error may arrive with the headers, before the application has begun to read the body. */
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
