import type { FastifyInstance } from 'fastify'

import { ApiError } from '../errors.ts'

/**
 * Answers 405 to methods that no route takes: every address answers GET and HEAD, some POST. The paths of
 * those are compared as text, since Fastify's `hasRoute` would read a request's path as a route pattern.
 */
export function allowMethods(app: FastifyInstance): void {
  const posted = new Set<string>()
  app.addHook('onRoute', ({ method, url }) => {
    if ([method].flat().includes('POST')) posted.add(url)
  })
  app.addHook('onRequest', async ({ is404, method, url }, reply) => {
    if (!is404 || method === 'GET' || method === 'HEAD') return
    const isPosted = posted.has(url.split('?')[0] ?? '')
    reply.header('allow', isPosted ? 'GET, HEAD, POST' : 'GET, HEAD')
    const methods = isPosted ? 'GET, HEAD and POST' : 'GET and HEAD'
    throw new ApiError('method_not_allowed', `This address answers ${methods} only.`)
  })
}
