import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { ListQuery } from '../render/lists/list-query.ts'
import type { KeptResponses } from '../responses/kept-responses.ts'
import { sendAnswer } from '../responses/send-response.ts'

/** `/all-pages` and `/recent-changes`: the pages of the site by title and by last edit. */
export const listRoutes: FastifyPluginAsyncZod<{ responses: KeptResponses }> = async (
  app,
  { responses }
) => {
  for (const kind of ['all-pages', 'recent-changes'] as const) {
    app.get(`/${kind}`, { schema: { querystring: ListQuery } }, async (request, reply) => {
      return sendAnswer(request, reply, { responses, asked: { kind, from: request.query.from } })
    })
  }
}
