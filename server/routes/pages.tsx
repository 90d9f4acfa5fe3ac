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
import { renderDocument } from '../render/render-document.ts'
import { pathOf, searchOf } from '../http/request-path.ts'
import { sendText, sentText } from '../http/send-text.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import type { SiteRenderer } from '../render/site-renderer.ts'
import type { SiteShell } from '../render/site-shell.ts'
import type { SiteSearch } from '../search/site-search.ts'

const notFoundCaching = 'public, max-age=0, s-maxage=30'
const redirectCaching = 'public, max-age=0, s-maxage=300'

interface PageContext {
  site: PublishedSite
  shell: SiteShell
  renderer: SiteRenderer
  search: SiteSearch
}

interface Visit extends PageContext {
  request: FastifyRequest
  reply: FastifyReply
  /** Decoded. */
  path: string
}

/** Every page of the site at its path and as Markdown, `/_app`, and the page for unknown paths. */
export const pageRoutes: FastifyPluginAsyncZod<PageContext> = async (app, context) => {
  const { site, shell } = context

  app.get('/_app', async (request, reply) => {
    // Throws before the first publication: a shell without navigation would be cached.
    site.published()
    reply.header('x-robots-tag', 'noindex')
    return sendHtml(request, reply, renderDocument(<AppShell shell={shell()} />))
  })

  app.get('/*', async (request, reply) => {
    site.published()
    const path = pathOf(request.url)
    const visit = { ...context, request, reply, path }
    const bare = path.replace(/\/+$/, '')
    // Trailing slashes of a route; `findPage` handles those of pages. `hasRoute` matches route
    // patterns, so they are ruled out first.
    const isRoute = /^[\w./-]+$/.test(bare) && app.hasRoute({ method: 'GET', url: bare })
    if (bare !== path && isRoute) {
      return redirect(reply, bare + searchOf(request.url))
    }
    const markdown = pathOfMarkdown(bare)
    if (markdown !== '/' && isReservedPath(path)) throw new ApiError('not_found')
    const page = findVisiblePage(site, path)
    if (page) return sendPage(visit, page)
    const source = markdown === undefined ? undefined : findVisiblePage(site, markdown)
    return source ? sendMarkdown(visit, source) : sendNotFound(visit)
  })
}

function findVisiblePage(site: PublishedSite, path: string): FoundPage | undefined {
  const found = findPage(site.published().mirror, path)
  return found && !site.isExcluded(found.id) ? found : undefined
}

async function sendPage(visit: Visit, page: FoundPage): Promise<FastifyReply> {
  const { renderer, request, reply, path } = visit
  const search = searchOf(request.url)
  if (page.path !== path) return redirect(reply, encodePath(page.path) + search)
  const html = await renderer.renderPage({ ...page, search })
  if (html === undefined) return sendNotFound(visit)
  const markdown = encodePath(markdownPath(page))
  reply.header('link', `<${markdown}>; rel="alternate"; type="text/markdown"`)
  return sendHtml(request, reply, html)
}

/** A page as Markdown; the `canonical` link names the HTML page for search engines. */
function sendMarkdown({ site, request, reply, path }: Visit, page: FoundPage): FastifyReply {
  const currentPath = markdownPath(page)
  if (currentPath !== path) return redirect(reply, encodePath(currentPath))
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

async function sendNotFound({ reply, path, ...context }: Visit): Promise<FastifyReply> {
  const { status, html } = await notFound(context, path)
  reply.header('cache-control', notFoundCaching).type('text/html; charset=utf-8')
  return reply.code(status).send(html)
}
