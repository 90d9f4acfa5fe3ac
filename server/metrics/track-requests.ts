import type { FastifyInstance, FastifyReply } from 'fastify'

import { refusalOf } from '../http/refusals.ts'
import type { Metrics } from './metrics.ts'
import { RequestLog } from './request-log.ts'

declare module 'fastify' {
  interface FastifyReply {
    /**
     * Set by the sender of a kept response: the bytes of the body that were sent, 0 for HEAD and for
     * status 304. Undefined for every other response.
     */
    keptBytes: number | undefined
    /** The route in metrics and logs, if it is not the one that Fastify found. */
    countedRoute: string | undefined
    isCounted: boolean
  }
}

/**
 * Counts and logs every request, also one whose client leaves before the end of the response. Kept
 * responses are sent by an `onRequest` hook that is added before this; it only sets
 * `reply.keptBytes`.
 */
export function trackRequests(app: FastifyInstance, metrics: Metrics): void {
  const log = new RequestLog(app.log)
  app.decorateReply('keptBytes', undefined)
  app.decorateReply('countedRoute', undefined)
  app.decorateReply('isCounted', false)
  app.addHook('onRoute', ({ url }) => metrics.addRoute(url))

  const count = (reply: FastifyReply, isAborted: boolean) => {
    if (reply.isCounted) return
    reply.isCounted = true
    const route = routeOf(reply)
    const ms = reply.elapsedTime
    metrics.countRequest(route, reply.statusCode, ms / 1000)
    if (log.isEnabled) log.write({ ...factsOf(reply), route, ms, isAborted })
  }
  app.addHook('onResponse', (_request, reply, done) => {
    count(reply, false)
    done()
  })
  // Fastify has no hook for the close of a response, and a listener on each kept one would be costly.
  app.addHook('onRequest', (_request, reply, done) => {
    reply.raw.once('close', () => count(reply, true))
    done()
  })
}

function routeOf({ countedRoute, request }: FastifyReply): string {
  if (countedRoute !== undefined) return countedRoute
  // A refused request has no URL of its own, or an invalid one.
  return (!refusalOf(request.raw) && request.routeOptions.url) || 'other'
}

function factsOf(reply: FastifyReply) {
  const { request, keptBytes } = reply
  return {
    id: request.id,
    method: request.method,
    url: request.url,
    status: reply.statusCode,
    bytes: keptBytes ?? bodyBytes(reply),
    isKept: keptBytes !== undefined
  }
}

function bodyBytes(reply: FastifyReply): number | undefined {
  if (reply.request.method === 'HEAD' || reply.statusCode === 304) return 0
  const length = reply.getHeader('content-length')
  return length === undefined ? undefined : Number(length)
}
