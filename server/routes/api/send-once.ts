import type { FastifyReply, FastifyRequest } from 'fastify'

import { ApiError, type ErrorCode } from '../../errors.ts'
import { originHeaders } from '../../feeds/api/json-answer.ts'
import { isNotModified, tagOf } from '../../http/caching.ts'
import { readCodeVersion } from '../../process/load-module.js'
import type { PublishedSite } from '../../publication/published-site.ts'
import { encodings, etagFor } from '../../responses/finished-response.ts'
import type { KeptResponses } from '../../responses/kept-responses.ts'
import { publicationId } from '../../responses/publication-mark.ts'
import { pageCaching } from '../../responses/rendered-text.ts'
import type { ResponseRequest } from '../../responses/response-request.ts'
import { sendFound } from '../../responses/send-response.ts'

/** Sends an answer of the API that is not kept. Throws `ApiError` with `missing` if there is none. */
export type SendOnce = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: { asked: ResponseRequest; missing?: ErrorCode }
) => Promise<FastifyReply>

/**
 * The ETag of these answers is that of the publication, so that an answer with status 304 needs nothing
 * from the mirror.
 */
export function onceSender(site: PublishedSite, responses: KeptResponses): SendOnce {
  const settings = JSON.stringify([readCodeVersion(), site.config, site.basePath])
  return async (request, reply, { asked, missing = 'not_found' }) => {
    const tag = tagOf(JSON.stringify([settings, publicationId(site.published())]))
    const known = request.headers['if-none-match']
    const etags = encodings.map((encoding) => etagFor({ tag }, encoding))
    const etag = etags.find((each) => isNotModified(known, each))
    if (etag !== undefined) {
      const caching = { 'cache-control': pageCaching, vary: 'accept-encoding' }
      return reply
        .headers({ etag, ...caching, ...originHeaders })
        .code(304)
        .send()
    }
    const answer = await responses.answerOnce(asked)
    if (!answer) throw new ApiError(missing)
    return sendFound(request, reply, 'redirect' in answer ? answer : { ...answer, tag })
  }
}
