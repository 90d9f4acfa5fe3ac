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
import { pathOf } from '../http/request-path.ts'
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
  const { site, shell } = context
  app.setNotFoundHandler(() => {
    throw new ApiError('not_found')
  })
  app.setErrorHandler(async (thrown: FastifyError | ApiError, request, reply) => {
    const code = frameworkErrors.get(thrown.statusCode ?? 500)
    const error = code && !(thrown instanceof ApiError) ? new ApiError(code) : thrown
    const { statusCode, body } = describeError(error)
    if (statusCode >= 500 && !(error instanceof ApiError)) request.log.error(error)
    // Those of the content that could not be sent.
    for (const name of ['etag', 'content-range']) reply.removeHeader(name)
    if (statusCode === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
    reply.code(statusCode).header('cache-control', 'no-store')
    if (!isForBrowser(request))
      return reply.send(error instanceof ApiError ? { ...body, error: error.code } : body)
    const isMissing = error.code === 'not_found' && site.isReady()
    return isMissing
      ? reply.type(html).send((await notFound(context, pathOf(request.siteUrl))).html)
      : sendPage(reply, { shell, statusCode, code: error.code, detail: detailOf(error) })
  })
}

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

function sendPage(
  reply: FastifyReply,
  facts: { shell: SiteShell; statusCode: number; code: string; detail: string | undefined }
): FastifyReply {
  const { shell, statusCode, code, detail } = facts
  const page =
    code === 'not_ready' ? (
      <NotReadyPage shell={shell()} />
    ) : (
      <ErrorPage shell={shell()} status={statusCode} code={code} detail={detail} />
    )
  return reply.type(html).send(renderDocument(page))
}
