import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { decodePath, withoutSlashes } from '../../site/addresses/site-address.ts'
import { ApiError } from '../errors.ts'
import { searchOf } from '../http/request-path.ts'
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

  app.get('/tags/*', { schema: { querystring: ListQuery } }, async (request, reply) => {
    const [encoded = ''] = request.siteUrl.split('?')
    const search = searchOf(request.siteUrl)
    const bare = withoutSlashes(encoded)
    if (bare !== encoded) return sendRedirect(request, reply, bare + search)
    const segments = segmentsOf(bare)
    const asked = { kind: 'tag', segments, from: request.query.from } as const
    const answer = await responses.answer(asked, refusesStale(request.raw))
    if (!answer) throw new ApiError('not_found')
    if ('redirect' in answer) {
      return sendFound(request, reply, { redirect: answer.redirect + search })
    }
    // The same path may be encoded in several ways.
    const path = addressOf({ ...asked, from: 0 })
    return sendFound(request, reply, path === bare ? answer : { redirect: path + search })
  })
}

/**
 * Splits the path before decoding: an encoded slash is part of an option's name. Throws `ApiError`
 * bad_request if the path cannot be decoded.
 */
function segmentsOf(encoded: string): string[] {
  const [, , ...segments] = encoded.split('/')
  return segments.map((segment) => {
    const text = decodePath(segment)
    if (text === undefined) throw new ApiError('bad_request')
    return text
  })
}
