import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { ApiError } from '../../errors.ts'
import { refuseMethod } from '../../http/allow-methods.ts'
import type { SiteContext } from '../../site/site-context.ts'
import { limitRequests } from '../api/limit-requests.ts'
import { servedSource } from './assistant-source.ts'

/** Requests of one client in a minute. */
const REQUESTS_A_MINUTE = 120

/** What the transport reads. */
const passedHeaders = ['accept', 'content-type', 'mcp-protocol-version']

/** `/_mcp`: the Model Context Protocol over HTTP, if `isMcpEnabled`. */
export const mcpRoutes: FastifyPluginAsyncZod<SiteContext> = async (app, context) => {
  const { site, search, responses, statements } = context
  if (!site.config.isMcpEnabled) return
  const onFailure = (error: unknown) => app.log.error(error)
  const parts = { site, search, responses, statements, onFailure }
  await limitRequests(app, { max: REQUESTS_A_MINUTE, isShared: false })
  checkOrigin(app, site.config.domain)

  app.post('/_mcp', { config: { isPostOnly: true } }, async (request, reply) => {
    // Loaded with the first message: the SDK takes a tenth of a second.
    const { answerMessage } = await import('./answer-message.ts')
    const { body } = request
    // The protocol has no lists since 2025-06-18; the limits count requests.
    if (Array.isArray(body)) throw new ApiError('bad_request', 'Send one message in a request.')
    const message = { headers: headersOf(request), body, signal: untilGone(reply) }
    const { status, headers, text } = await answerMessage(
      servedSource({ ...parts, client: request.ip }),
      message
    )
    return reply
      .code(status)
      .headers({ ...headers, 'cache-control': 'no-store' })
      .send(text)
  })

  // There are neither sessions nor messages from the server.
  app.route({
    method: ['GET', 'HEAD', 'DELETE'],
    url: '/_mcp',
    handler: async (_request, reply) => refuseMethod(reply, ['POST'])
  })

  app.options('/_mcp', async (_request, reply) => {
    if (!reply.hasHeader('access-control-allow-origin')) refuseMethod(reply, ['POST'])
    return reply.headers(preflightHeaders).code(204).send()
  })
}

/** What a page of this machine may send; clients send back the id of a session, but get none. */
const preflightHeaders = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type, mcp-protocol-version, mcp-session-id',
  'access-control-max-age': '86400',
  'cache-control': 'no-store'
}

/**
 * Refuses requests of browsers from other sites, as the protocol asks: a page could otherwise reach a
 * server on the visitor's own machine under a name of its own (DNS rebinding). Pages of this machine may
 * read the answers.
 */
function checkOrigin(app: FastifyInstance, domain: string): void {
  const own = new URL(`https://${domain}`).origin
  app.addHook('onRequest', async ({ headers: { origin } }, reply) => {
    if (origin === undefined || origin === own) return
    if (!isLocal(origin)) throw new ApiError('foreign_origin')
    reply.headers({ 'access-control-allow-origin': origin, vary: 'origin' })
  })
}

/** Whether an origin is a page of this machine, such as an inspector of the protocol. */
function isLocal(origin: string): boolean {
  return (
    URL.canParse(origin) && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname)
  )
}

function headersOf({ headers }: FastifyRequest): Record<string, string> {
  return Object.fromEntries(
    passedHeaders.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    })
  )
}

function untilGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return gone.signal
}
