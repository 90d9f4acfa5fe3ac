import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { robotsText } from '../feeds/robots-text.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import { finish } from '../responses/finished-response.ts'
import type { KeptResponses } from '../responses/kept-responses.ts'
import { sendAnswer, sendFound } from '../responses/send-response.ts'

/** `/robots.txt`, `/sitemap.xml`, `/feed.xml` and `/llms.txt`. */
export const feedRoutes: FastifyPluginAsyncZod<{
  site: PublishedSite
  responses: KeptResponses
}> = async (app, { site, responses }) => {
  // Sent before the first sync too: crawlers stay away for a long time when robots.txt answers 5xx.
  const caching = 'public, max-age=0, s-maxage=3600'
  const text = { body: robotsText(site.config, site.basePath), mediaType: 'text/plain', caching }
  const robots = finish(text, ['t-feed'], site.hosting)
  responses.keepFixed('/robots.txt', robots)
  app.get('/robots.txt', async (request, reply) => sendFound(request, reply, robots))

  for (const kind of ['feed', 'llms'] as const) {
    app.get(paths[kind], async (request, reply) => {
      return sendAnswer(request, reply, { responses, asked: { kind } })
    })
  }

  app.get('/sitemap.xml', async (request, reply) => {
    return sendAnswer(request, reply, { responses, asked: { kind: 'sitemap', part: 0 } })
  })

  app.get<{ Params: { part: string } }>('/sitemap-:part(^\\d+).xml', async (request, reply) => {
    const part = Number(request.params.part)
    // Part 0 is the index, at an address of its own.
    return sendAnswer(request, reply, { responses, asked: { kind: 'sitemap', part: part || -1 } })
  })
}

const paths = { feed: '/feed.xml', llms: '/llms.txt' }
