import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { findPage } from '../../db/find-page.ts'
import { AppShell } from '../../web/pages/AppShell.tsx'
import { NotFoundPage } from '../../web/pages/NotFoundPage.tsx'
import { isReservedPath } from '../../site/reserved-paths.ts'
import { ApiError } from '../errors.ts'
import { etagOf, isNotModified } from '../etag.ts'
import { renderDocument } from '../render.tsx'
import type { Site } from '../site.ts'

const pageCaching =
  'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400'
const notFoundCaching = 'public, max-age=0, s-maxage=30'
const redirectCaching = 'public, max-age=0, s-maxage=300'
const SUGGESTIONS = 5

/** Every page of the site at its path, `/_app`, and what is said where no page stands. */
export const pageRoutes: FastifyPluginAsyncZod<{ site: Site }> = async (app, { site }) => {
  app.get('/_app', async (request, reply) => {
    reply.header('x-robots-tag', 'noindex')
    return sendHtml({ request, reply, html: renderDocument(<AppShell shell={site.shell()} />) })
  })

  app.get('/*', async (request, reply) => {
    const { mirror } = site.published()
    const path = pathOf(request.url)
    // The server's own addresses are no pages, and what they answer is for programs.
    if (isReservedPath(path)) throw new ApiError('not_found')
    const found = findPage(mirror, path)
    if (!found || site.hides(found.id)) return sendNotFound({ site, request, reply, path })
    const search = searchOf(request.url)
    if (found.path !== path) {
      const address = encodeURI(found.path) + search
      return reply.header('cache-control', redirectCaching).redirect(address, 301)
    }

    const html = await site.drawPage({ id: found.id, path, search })
    if (html === undefined) return sendNotFound({ site, request, reply, path })
    return sendHtml({ request, reply, html })
  })
}

/** The path of a request as people write it. A path that is no plain text is refused. */
function pathOf(url: string): string {
  const encoded = url.split('?')[0] ?? '/'
  try {
    const path = decodeURIComponent(encoded).normalize('NFC')
    if (path.startsWith('//') || /[\p{Cc}\\]/u.test(path)) throw new ApiError('bad_request')
    return path
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError('bad_request')
  }
}

/** The query string of a request with its question mark; empty when it has none. */
function searchOf(url: string): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start)
}

interface Answer {
  request: FastifyRequest
  reply: FastifyReply
  html: string
}

function sendHtml({ request, reply, html }: Answer): FastifyReply {
  const etag = etagOf(html)
  reply.header('etag', etag).header('cache-control', pageCaching)
  if (isNotModified(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type('text/html; charset=utf-8').send(html)
}

async function sendNotFound(options: {
  site: Site
  request: FastifyRequest
  reply: FastifyReply
  path: string
}): Promise<FastifyReply> {
  const { site, reply, path } = options
  const query = path.replaceAll(/[/-]/g, ' ')
  const { hits } = await site.search({ query, limit: SUGGESTIONS, isTyping: true })
  const suggestions = hits.map(({ id, path: hitPath, title }) => ({
    id,
    path: hitPath,
    title,
    icon: null
  }))
  const page = <NotFoundPage shell={site.shell()} path={path} suggestions={suggestions} />
  reply.code(404).header('cache-control', notFoundCaching).type('text/html; charset=utf-8')
  return reply.send(renderDocument(page))
}
