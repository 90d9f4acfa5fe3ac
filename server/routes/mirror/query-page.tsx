import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'

import { questions } from '../../../db/describe/questions.ts'
import { QueryPage } from '../../../web/browse/QueryPage.tsx'
import { sendText, sentText } from '../../http/send-text.ts'
import type { PublishedSite } from '../../publication/published-site.ts'
import { renderDocument } from '../../render/document/render-document.ts'
import type { SiteShell } from '../../render/site-shell.ts'

/** The page keeps a longer statement in the fragment, which the server does not get. */
const MAX_SQL = 10_000

const Query = z.object({ sql: z.string().max(MAX_SQL).catch('') })

/** `/_data/query?sql=`: SQL in the browser, if the site offers its mirror. The server runs no statement. */
export const queryPageRoutes: FastifyPluginAsyncZod<{
  site: PublishedSite
  shell: SiteShell
}> = async (app, { site, shell }) => {
  if (!site.config.isMirrorDownloadEnabled) return

  app.get('/_data/query', { schema: { querystring: Query } }, async (request, reply) => {
    // Throws before the first publication.
    site.published()
    const page = <QueryPage shell={shell()} sql={request.query.sql} questions={questions} />
    reply
      .header('cache-control', 'public, max-age=0, s-maxage=60')
      .header('x-robots-tag', 'noindex')
    return sendText(reply, sentText(renderDocument(page), 'text/html'))
  })
}
