import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { immutableCaching } from '../http/caching.ts'
import { sendText, sentText } from '../http/send-text.ts'
import type { CustomStyles } from '../render/document/custom-styles.ts'

/** The style sheet of the site's own with its files, if it has one; addresses change with the content. */
export const customStylesRoutes: FastifyPluginAsyncZod<{
  custom: CustomStyles | undefined
}> = async (app, { custom }) => {
  if (!custom) return
  const sent = sentText(custom.css, 'text/css')
  app.get(custom.href, async (_request, reply) =>
    sendText(reply.header('cache-control', immutableCaching), sent)
  )
  for (const { href, mediaType, body } of custom.files) {
    app.get(href, async (_request, reply) =>
      reply.header('cache-control', immutableCaching).type(mediaType).send(body)
    )
  }
}
