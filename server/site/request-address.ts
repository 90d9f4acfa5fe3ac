import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The path that the site is mounted at, without a slash at its end; empty for the root. */
    basePath: string
    /** The path and query below the site's base path. */
    siteUrl: string
  }
}

/** Adds `basePath` and `siteUrl` to the requests of the site. */
export function addRequestAddress(app: FastifyInstance, basePath: string): void {
  app.decorateRequest('basePath', basePath)
  app.decorateRequest('siteUrl', {
    getter() {
      return urlBelow(this.url, basePath)
    }
  })
}

/**
 * The part of a request's path and query below a base path, which it begins with. Without its slash for
 * the base path itself, where the site has no page.
 */
export function urlBelow(url: string, basePath: string): string {
  if (url.startsWith(basePath)) return url.slice(basePath.length)
  // Its characters may be encoded: `/%7Ewiki` is `/~wiki`.
  const segments = basePath.split('/').length - 1
  return url.replace(new RegExp(`^(/[^/?#]*){${segments}}`), '')
}
