import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { ErrorPage } from '../../web/pages/ErrorPage.tsx'
import { NotReadyPage } from '../../web/pages/NotReadyPage.tsx'
import {
  ApiError,
  type ErrorCode,
  RETRY_AFTER_SECONDS,
  describeError,
  detailOf
} from '../errors.ts'
import { notFound } from './not-found.tsx'
import { renderDocument } from './document/render-document.ts'
import { validPath } from '../http/request-path.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import type { SiteShell } from './site-shell.ts'
import type { SiteSearch } from '../search/site-search.ts'

const html = 'text/html; charset=utf-8'

interface ErrorContext {
  site: PublishedSite
  shell: SiteShell
  search: SiteSearch
}

/** Answers errors with JSON or, in browsers, a page. Internal errors are logged and not sent. */
export function handleErrors(app: FastifyInstance, context: ErrorContext): void {
  app.setNotFoundHandler(() => {
    throw new ApiError('not_found')
  })
  app.setErrorHandler(async (thrown: FastifyError | ApiError, request, reply) => {
    const code = frameworkErrors.get(thrown.statusCode ?? 500)
    const error = code && !(thrown instanceof ApiError) ? new ApiError(code) : thrown
    for (const name of contentHeaders) reply.removeHeader(name)
    const body = writeStatus(request, reply, error)
    if (!isForBrowser(request)) return reply.send(body)
    try {
      const page = await errorPage(context, request, error)
      return reply.type(html).send(page)
    } catch (failure) {
      // Fastify would send its message to the visitor.
      return reply.send(writeStatus(request, reply, failure as FastifyError))
    }
  })
}

/** Logs an internal error and writes the status. Returns the answer for programs. */
function writeStatus(
  request: FastifyRequest,
  reply: FastifyReply,
  error: FastifyError | ApiError
): object {
  const { statusCode, body } = describeError(error)
  const isKnown = error instanceof ApiError
  if (statusCode >= 500 && !isKnown) request.log.error(error)
  if (statusCode === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
  reply.code(statusCode).header('cache-control', 'no-store')
  return isKnown ? { ...body, error: error.code } : body
}

/** Headers of the content that could not be sent. */
const contentHeaders = [
  'accept-ranges',
  'content-disposition',
  'content-encoding',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'repr-digest'
]

/** Errors thrown by Fastify and its plugins, by status: they get a message of the catalogue. */
const frameworkErrors = new Map<number, ErrorCode>([
  [403, 'forbidden'],
  [413, 'payload_too_large'],
  [415, 'unsupported_media_type']
])

const forPrograms =
  /^\/(api|_mcp|image|mirror\.[^/]*|_assets|_icons|_data\/[^/?]+\.(csv|json|ndjson)|healthz|readyz|sitemap(-\d+)?\.xml|robots\.txt|feed\.xml|generation\.json|search-names\.[^/]*|_offline\.[^/]*|sw\.js|llms\.txt|manifest\.webmanifest|favicon\.ico|apple-touch-icon\.png)(\/|$|\?)/

/** Whether the answer is a page: everything but the API and files. */
function isForBrowser(request: FastifyRequest): boolean {
  return !forPrograms.test(request.siteUrl)
}

/** A missing page has suggestions, unless its path is invalid. Throws if they cannot be read. */
async function errorPage(
  context: ErrorContext,
  { siteUrl }: FastifyRequest,
  error: FastifyError | ApiError
): Promise<string> {
  const { site, shell } = context
  const { code } = error
  if (code === 'not_ready') return renderDocument(<NotReadyPage shell={shell()} />)
  const path = validPath(siteUrl)
  if (code === 'not_found' && path !== undefined && site.isReady())
    return (await notFound(context, path)).html
  const facts = { status: describeError(error).statusCode, code, detail: detailOf(error) }
  return renderDocument(<ErrorPage shell={shell()} {...facts} />)
}
