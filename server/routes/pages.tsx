import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { type FoundPage, findPage } from '../../db/lists/find-page.ts'
import { markdownPath, pathOfMarkdown } from '../../site/addresses/markdown-path.ts'
import { isReservedPath } from '../../site/addresses/reserved-paths.ts'
import { encodePath, siteAddress } from '../../site/addresses/site-address.ts'
import { AppShell } from '../../web/pages/AppShell.tsx'
import { ApiError } from '../errors.ts'
import { markdownPage } from '../feeds/markdown-page.ts'
import { notFound } from '../render/not-found.tsx'
import { renderDocument } from '../render/render.tsx'
import { pathOf, searchOf } from '../http/request-path.ts'
import { sendText, sentText } from '../http/send-text.ts'
import type { Site } from '../site-context.ts'

const notFoundCaching = 'public, max-age=0, s-maxage=30'
const redirectCaching = 'public, max-age=0, s-maxage=300'

interface Visit {
  site: Site
  request: FastifyRequest
  reply: FastifyReply
  /** Decoded. */
  path: string
}

/** Every page of the site at its path and as Markdown, `/_app`, and what is said where no page stands. */
export const pageRoutes: FastifyPluginAsyncZod<{ site: Site }> = async (app, { site }) => {
  app.get('/_app', async (request, reply) => {
    // Without a publication it would lack its navigation, and be kept so.
    site.published()
    reply.header('x-robots-tag', 'noindex')
    return sendHtml(request, reply, renderDocument(<AppShell shell={site.shell()} />))
  })

  app.get('/*', async (request, reply) => {
    site.published()
    const path = pathOf(request.url)
    const visit = { site, request, reply, path }
    const bare = path.replace(/\/+$/, '')
    // An address of ours with a slash too many; pages are found with it. No pattern of the router is one.
    const isOwn = /^[\w./-]+$/.test(bare) && app.hasRoute({ method: 'GET', url: bare })
    if (bare !== path && isOwn) {
      return redirect(reply, bare + searchOf(request.url))
    }
    const markdown = pathOfMarkdown(bare)
    // The server's own addresses are no pages, and what they answer is for programs.
    if (markdown !== '/' && isReservedPath(path)) throw new ApiError('not_found')
    const page = findShown(site, path)
    if (page) return sendPage(visit, page)
    const written = markdown === undefined ? undefined : findShown(site, markdown)
    return written ? sendMarkdown(visit, written) : sendNotFound(visit)
  })
}

function findShown(site: Site, path: string): FoundPage | undefined {
  const found = findPage(site.published().mirror, path)
  return found && !site.hides(found.id) ? found : undefined
}

async function sendPage(visit: Visit, page: FoundPage): Promise<FastifyReply> {
  const { site, request, reply, path } = visit
  const search = searchOf(request.url)
  if (page.path !== path) return redirect(reply, encodePath(page.path) + search)
  const html = await site.renderPage({ ...page, search })
  if (html === undefined) return sendNotFound(visit)
  const markdown = encodePath(markdownPath(page))
  reply.header('link', `<${markdown}>; rel="alternate"; type="text/markdown"`)
  return sendHtml(request, reply, html)
}

/** A page as Markdown; search engines are told that it is the same as the page itself. */
function sendMarkdown({ site, request, reply, path }: Visit, page: FoundPage): FastifyReply {
  const own = markdownPath(page)
  if (own !== path) return redirect(reply, encodePath(own))
  const canonical = siteAddress(site.config.domain, encodePath(page.path))
  reply.header('link', `<${canonical}>; rel="canonical"`).header('x-robots-tag', 'noindex')
  return sendText(request, reply, sentText(markdownPage(site, page), 'text/markdown'))
}

function redirect(reply: FastifyReply, address: string): FastifyReply {
  return reply.header('cache-control', redirectCaching).redirect(address, 301)
}

function sendHtml(request: FastifyRequest, reply: FastifyReply, html: string): FastifyReply {
  return sendText(request, reply, sentText(html, 'text/html'))
}

async function sendNotFound({ site, reply, path }: Visit): Promise<FastifyReply> {
  const { status, html } = await notFound(site, path)
  reply.header('cache-control', notFoundCaching).type('text/html; charset=utf-8')
  return reply.code(status).send(html)
}
