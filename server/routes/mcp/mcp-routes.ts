import { fastifyRateLimit } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { ApiError } from '../../errors.ts'
import type { SiteContext } from '../../site/site-context.ts'
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
  await app.register(fastifyRateLimit, {
    max: REQUESTS_A_MINUTE,
    timeWindow: '1 minute',
    enableDraftSpec: true,
    errorResponseBuilder: () => new ApiError('too_many_requests')
  })
  refuseOtherSites(app, site.config.domain)

  app.post('/_mcp', async (request, reply) => {
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
    handler: async (_request, reply) => {
      reply.header('allow', 'POST')
      throw new ApiError('method_not_allowed', 'This address answers POST only.')
    }
  })
}

/**
 * Refuses requests of browsers from other sites, as the protocol asks: a page could otherwise reach a
 * server on the visitor's own machine under a name of its own (DNS rebinding).
 */
function refuseOtherSites(app: FastifyInstance, domain: string): void {
  const own = new URL(`https://${domain}`).origin
  app.addHook('onRequest', async ({ headers: { origin } }) => {
    if (origin !== undefined && origin !== own && !isLocal(origin)) {
      throw new ApiError('foreign_origin')
    }
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
