import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import type { PublishedSite } from '../publication/published-site.ts'
import type { KeptResponses } from '../responses/kept-responses.ts'
import { sendAnswer } from '../responses/send-response.ts'

/** `/generation.json`, the file of names that it names, and `/search-names.json` with the same names. */
export const generationRoutes: FastifyPluginAsyncZod<{
  site: PublishedSite
  responses: KeptResponses
}> = async (app, { site, responses }) => {
  app.get('/generation.json', async (request, reply) =>
    sendAnswer(request, reply, { responses, asked: { kind: 'generation' } })
  )
  if (!site.config.isSearchEnabled) return
  app.get('/search-names.json', async (request, reply) =>
    sendAnswer(request, reply, { responses, asked: { kind: 'current-names' } })
  )
  app.get<{ Params: { hash: string } }>(
    '/search-names.:hash(^[0-9a-f]{16}).json',
    async (request, reply) => {
      const { hash } = request.params
      return sendAnswer(request, reply, { responses, asked: { kind: 'search-names', hash } })
    }
  )
}
