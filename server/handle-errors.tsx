import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { ErrorPage } from '../web/pages/ErrorPage.tsx'
import { NotReadyPage } from '../web/pages/NotReadyPage.tsx'
import { ApiError, type ErrorCode, RETRY_AFTER_SECONDS, describeError } from './errors.ts'
import { notFound } from './render/not-found.tsx'
import { renderDocument } from './render/render.tsx'
import { pathOf } from './http/request-path.ts'
import type { Site } from './site-context.ts'

const html = 'text/html; charset=utf-8'

/** Answers every error: programs get JSON, people a page. What is our fault is logged and not told. */
export function handleErrors(app: FastifyInstance, site: Site): void {
  app.setNotFoundHandler(() => {
    throw new ApiError('not_found')
  })
  app.setErrorHandler(async (thrown: FastifyError | ApiError, request, reply) => {
    const refusal = refusals.get(thrown.statusCode ?? 500)
    const error = refusal ? new ApiError(refusal) : thrown
    const { statusCode, body } = describeError(error)
    if (statusCode >= 500 && !(error instanceof ApiError)) request.log.error(error)
    if (statusCode === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
    reply.code(statusCode).header('cache-control', 'no-store')
    if (!isForPeople(request))
      return reply.send(error instanceof ApiError ? { ...body, error: error.code } : body)
    const isMissing = error.code === 'not_found' && site.isReady()
    return isMissing
      ? reply.type(html).send((await notFound(site, pathOf(request.url))).html)
      : sendPage(reply, { site, statusCode, code: error.code })
  })
}

/** What only the framework refuses, in words of ours. */
const refusals = new Map<number, ErrorCode>([
  [403, 'forbidden'],
  [413, 'payload_too_large'],
  [415, 'unsupported_media_type']
])

const forPrograms =
  /^\/(api|image|mirror\.db|_assets|_icons|healthz|readyz|sitemap(-\d+)?\.xml|robots\.txt|feed\.xml|llms\.txt|manifest\.webmanifest|favicon\.ico|apple-touch-icon\.png)(\/|$|\?)/

/** Whether the answer is read in a browser: everything but the API and files. */
function isForPeople(request: FastifyRequest): boolean {
  return !forPrograms.test(request.url)
}

function sendPage(
  reply: FastifyReply,
  facts: { site: Site; statusCode: number; code: string }
): FastifyReply {
  const { site, statusCode, code } = facts
  const page =
    code === 'not_ready' ? (
      <NotReadyPage shell={site.shell()} />
    ) : (
      <ErrorPage shell={site.shell()} status={statusCode} code={code} />
    )
  return reply.type(html).send(renderDocument(page))
}
