import type { FastifyInstance } from 'fastify'

import { ApiError } from '../errors.ts'

/**
 * Answers 405 with `Allow` when no route handles the method. Every address has GET and HEAD, some
 * have POST. Those are compared as text: Fastify's `hasRoute` reads its argument as a pattern.
 */
export function allowMethods(app: FastifyInstance): void {
  const postPaths = new Set<string>()
  app.addHook('onRoute', ({ method, url }) => {
    if ([method].flat().includes('POST')) postPaths.add(url)
  })
  app.addHook('onRequest', async ({ is404, method, url }, reply) => {
    if (!is404 || method === 'GET' || method === 'HEAD') return
    const hasPost = postPaths.has(url.split('?')[0] ?? '')
    reply.header('allow', hasPost ? 'GET, HEAD, POST' : 'GET, HEAD')
    const methods = hasPost ? 'GET, HEAD and POST' : 'GET and HEAD'
    throw new ApiError('method_not_allowed', `This address answers ${methods} only.`)
  })
}
