import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { ApiError } from '../errors.ts'
import { decodePath, searchOf } from '../http/request-path.ts'
import { ListQuery } from '../render/lists/list-query.ts'
import type { KeptResponses } from '../responses/kept-responses.ts'
import { addressOf } from '../responses/response-request.ts'
import { refusesStale, sendAnswer, sendFound, sendRedirect } from '../responses/send-response.ts'

/** `/tags` and a page for each option of a select, multi-select or status property. */
export const tagRoutes: FastifyPluginAsyncZod<{ responses: KeptResponses }> = async (
  app,
  { responses }
) => {
  app.get('/tags', async (request, reply) => {
    return sendAnswer(request, reply, { responses, asked: { kind: 'tags' } })
  })

  app.get('/tags/', async (request, reply) => sendRedirect(request, reply, '/tags'))

  app.get('/tags/*', { schema: { querystring: ListQuery } }, async (request, reply) => {
    const segments = segmentsOf(request.siteUrl)
    const asked = { kind: 'tag', segments, from: request.query.from } as const
    const answer = await responses.answer(asked, refusesStale(request.raw))
    if (!answer) throw new ApiError('not_found')
    const search = searchOf(request.siteUrl)
    if ('redirect' in answer) {
      return sendFound(request, reply, { redirect: answer.redirect + search })
    }
    // The same path may be encoded in several ways.
    const path = addressOf({ ...asked, from: 0 })
    const isCanonical = path === request.siteUrl.split('?')[0]
    return sendFound(request, reply, isCanonical ? answer : { redirect: path + search })
  })
}

/**
 * Splits the path before decoding: an encoded slash is part of an option's name. Throws `ApiError`
 * bad_request if the path cannot be decoded.
 */
function segmentsOf(url: string): string[] {
  const encoded = (url.split('?')[0] ?? '').split('/').slice(2)
  return encoded.map((segment) => {
    const text = decodePath(segment)
    if (text === undefined) throw new ApiError('bad_request')
    return text
  })
}
