import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import type { ApiContext } from './api-context.ts'
import { ChangeList, ChangesQuery } from './contract/change-schemas.ts'
import { ErrorBody, errors, jsonAnswer } from './contract/common.ts'

/** `/api/changes`: the pages that publications have changed. */
export const apiChangeRoutes: FastifyPluginAsyncZod<ApiContext> = async (app, { sendOnce }) => {
  const schema = {
    operationId: 'listChanges',
    summary: 'The pages that were added, changed or removed since a publication',
    tags: ['changes'],
    querystring: ChangesQuery,
    response: {
      200: jsonAnswer(ChangeList, 'The changed pages.'),
      410: ErrorBody.describe('The log does not reach back that far: read all pages again.'),
      ...errors
    }
  }
  app.get('/api/changes', { schema }, async (request, reply) => {
    const asked = { kind: 'api-changes', since: request.query.since } as const
    return sendOnce(request, reply, { asked, missing: 'generation_too_old' })
  })
}
