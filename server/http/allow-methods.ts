import type { FastifyInstance, FastifyReply } from 'fastify'

import { ApiError } from '../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the address of a route for POST answers no other method. */
    isPostOnly?: boolean
  }
}

const names = new Intl.ListFormat('en-GB')

/**
 * Answers 405 with `Allow` when no route handles the method. Every address has GET and HEAD, some
 * have POST, or only POST. Those are compared as text: Fastify's `hasRoute` reads its argument as a pattern.
 */
export function allowMethods(app: FastifyInstance): void {
  const postPaths = new Map<string, string[]>()
  app.addHook('onRoute', ({ method, url, config }) => {
    if (![method].flat().includes('POST')) return
    postPaths.set(url, config?.isPostOnly ? ['POST'] : ['GET', 'HEAD', 'POST'])
  })
  app.addHook('onRequest', async ({ is404, method, url }, reply) => {
    if (!is404 || method === 'GET' || method === 'HEAD') return
    refuseMethod(reply, postPaths.get(url.split('?')[0] ?? '') ?? ['GET', 'HEAD'])
  })
}

/** Throws `ApiError` method_not_allowed, and names the methods that the address answers. */
export function refuseMethod(reply: FastifyReply, allowed: string[]): never {
  reply.header('allow', allowed.join(', '))
  const message = `This address answers ${names.format(allowed)} only.`
  throw new ApiError('method_not_allowed', message)
}
