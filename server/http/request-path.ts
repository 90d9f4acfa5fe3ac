import type { IncomingMessage } from 'node:http'

import { decodePath } from '../../site/addresses/site-address.ts'
import { ApiError } from '../errors.ts'
import { refuse } from './refusals.ts'

/** Answers without the mirror, even if it cannot be read. */
export const HEALTH_PATH = '/healthz'

/** The decoded path in NFC. Throws `ApiError` bad_request for an invalid path. */
export function pathOf(url: string): string {
  const path = validPath(url)
  if (path === undefined) throw new ApiError('bad_request')
  return path
}

/** The decoded path in NFC; undefined for an invalid path. */
export function validPath(url: string): string | undefined {
  const path = decodePath(url.split('?')[0] ?? '/')?.normalize('NFC')
  return path?.startsWith('//') || /[\p{Cc}\\]/u.test(path ?? '') ? undefined : path
}

/** The query string with its question mark; empty without one. */
export function searchOf(url: string): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start)
}

/**
 * The path and query to route a request by, also if the client sent an absolute URL as to a proxy.
 * A path that cannot be decoded is encoded once more and the request is refused: Fastify's router
 * would answer it without our headers and error page.
 */
export function routableUrl(request: IncomingMessage): string {
  const url = (request.url ?? '/').replace(/^https?:\/\/[^/?#]*\/?/i, '/')
  const [path = ''] = url.split('?')
  if (decodePath(path) !== undefined) return url
  refuse(request, 'malformed_address')
  return path.replaceAll('%', '%25')
}

/**
 * The `rewriteUrl` of another Fastify for sites below these prefixes: malformed paths get the error page of
 * the site. Fastify refuses such a path before it runs a hook or a route of any plugin.
 */
export function routableBelow(prefixes: string[]): (request: IncomingMessage) => string {
  return (request) => {
    const { url = '/' } = request
    return prefixes.some((prefix) => url.startsWith(`${prefix}/`)) ? routableUrl(request) : url
  }
}
