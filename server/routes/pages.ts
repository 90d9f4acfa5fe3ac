import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { readViewWords } from '../../db/collections/read-view-words.ts'
import type { FoundPage } from '../../db/lists/find-page.ts'
import {
  type FragmentKind,
  fragmentPath,
  pageOfFragment
} from '../../site/addresses/fragment-path.ts'
import { markdownPath, pathOfMarkdown } from '../../site/addresses/markdown-path.ts'
import { isReservedPath } from '../../site/addresses/reserved-paths.ts'
import type { Mirror } from '../../db/mirror/open-mirror.ts'
import { hasWords, idParameters } from '../../site/pages/view-words.ts'
import { encodePath, withoutSlashes } from '../../site/addresses/site-address.ts'
import { ApiError } from '../errors.ts'
import { findPageOrMarkdown, findVisiblePage } from '../render/find-visible-page.ts'
import { notFound } from '../render/not-found.tsx'
import { pathOf, searchOf } from '../http/request-path.ts'
import { canOpen, readOpenedCopy } from '../publication/opened-copy.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import type { SiteShell } from '../render/site-shell.ts'
import { canonicalSearch } from '../responses/kept-address.ts'
import type { KeptResponses } from '../responses/kept-responses.ts'
import type { ResponseRequest } from '../responses/response-request.ts'
import { refusesStale, sendAnswer, sendFound, sendRedirect } from '../responses/send-response.ts'
import type { SiteSearch } from '../search/site-search.ts'

const notFoundCaching = 'public, max-age=0, s-maxage=30'

interface PageContext {
  site: PublishedSite
  shell: SiteShell
  responses: KeptResponses
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
  const { site, responses } = context

  app.get('/_app', async (request, reply) => {
    return sendAnswer(request, reply, { responses, asked: { kind: 'app' } })
  })

  if (site.basePath !== '') {
    app.get('', async (request, reply) => {
      return sendRedirect(request, reply, `/${searchOf(request.siteUrl)}`)
    })
  }

  app.get('/*', async (request, reply) => {
    site.published()
    const path = pathOf(request.siteUrl)
    const visit = { ...context, request, reply, path }
    const bare = withoutSlashes(path)
    // Trailing slashes of a route; `findPage` handles those of pages. `hasRoute` matches route
    // patterns, so they are ruled out first.
    const isRoute =
      /^[\w./-]+$/.test(bare) && app.hasRoute({ method: 'GET', url: site.basePath + bare })
    if (bare !== path && isRoute) {
      return sendRedirect(request, reply, bare + searchOf(request.siteUrl))
    }
    const linked = pageOfFragment('link-card', path)
    if (linked !== undefined) return sendFragment(visit, 'link-card', linked)
    const opened = site.config.isSiteTreeEnabled ? pageOfFragment('tree', path) : undefined
    if (opened !== undefined) return sendFragment(visit, 'tree', opened)
    const markdown = pathOfMarkdown(bare)
    if (markdown !== '/' && isReservedPath(path)) throw new ApiError('not_found')
    const found = findPageOrMarkdown(site, path)
    if (!found) return sendNotFound(visit)
    return found.isMarkdown ? sendMarkdown(visit, found.page) : sendPage(visit, found.page)
  })
}

async function sendPage(visit: Visit, page: FoundPage): Promise<FastifyReply> {
  const { request, reply, path } = visit
  const search = searchOf(request.siteUrl)
  if (page.path !== path) return sendRedirect(request, reply, encodePath(page.path) + search)
  if (canOpen(visit.site, path)) return sendSpoiler(visit, page)
  return sendResponse(visit, {
    kind: 'page',
    pageId: page.id,
    path: page.path,
    search: canonicalSearch(searchWithIds(visit.site.published().mirror, page.id, search))
  })
}

/** A withheld page with its content, for this visitor only. */
async function sendSpoiler(visit: Visit, { id, path }: FoundPage): Promise<FastifyReply> {
  const { site, responses, request, reply } = visit
  const asked = searchOf(request.siteUrl)
  const withIds = hasWords(asked)
    ? readOpenedCopy(site, (mirror) => searchWithIds(mirror, id, asked))
    : asked
  const search = canonicalSearch(withIds ?? '')
  const answer = await responses.answerOnce({ kind: 'spoiler', pageId: id, path, search })
  return answer ? sendFound(request, reply, answer) : sendNotFound(visit)
}

/** Responses are kept and made by the ids of views, whatever words an address has for them. */
function searchWithIds(mirror: Mirror, pageId: string, search: string): string {
  return hasWords(search) ? idParameters(search, readViewWords(mirror, pageId)) : search
}

async function sendMarkdown(visit: Visit, page: FoundPage): Promise<FastifyReply> {
  const currentPath = markdownPath(page)
  if (currentPath !== visit.path) {
    return sendRedirect(visit.request, visit.reply, encodePath(currentPath))
  }
  return sendResponse(visit, { kind: 'markdown', pageId: page.id, path: page.path })
}

/** Sends a part of a page, which a script requests. Throws `ApiError` not_found for an unknown page. */
async function sendFragment(
  visit: Visit,
  kind: FragmentKind,
  pagePath: string
): Promise<FastifyReply> {
  const { site, responses, request, reply, path } = visit
  const page = findVisiblePage(site, pagePath)
  if (!page) throw new ApiError('not_found')
  const currentPath = fragmentPath(kind, page.path)
  if (currentPath !== path) return sendRedirect(request, reply, encodePath(currentPath))
  const asked = { kind, pageId: page.id, path: page.path }
  return sendAnswer(request, reply, { responses, asked })
}

/** The page may have left the site, or moved, since it was found. */
async function sendResponse(visit: Visit, asked: ResponseRequest): Promise<FastifyReply> {
  const { responses, request, reply } = visit
  const answer = await responses.answer(asked, refusesStale(request.raw))
  return answer ? sendFound(request, reply, answer) : sendNotFound(visit)
}

async function sendNotFound({ reply, path, ...context }: Visit): Promise<FastifyReply> {
  const { status, html } = await notFound(context, path)
  reply.header('cache-control', notFoundCaching).type('text/html; charset=utf-8')
  return reply.code(status).send(html)
}
