import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { sendText, sentText } from '../http/send-text.ts'
import type { CustomStyles } from '../render/document/custom-styles.ts'

/** The style sheet of the site's own, if it has one; its address changes with its content. */
export const customStylesRoutes: FastifyPluginAsyncZod<{
  custom: CustomStyles | undefined
}> = async (app, { custom }) => {
  if (!custom) return
  const sent = sentText(custom.css.toString(), 'text/css')
  app.get(custom.href, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    return sendText(reply, sent)
  })
}
