import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { atomFeed } from '../feeds/atom-feed.ts'
import { llmsText } from '../feeds/llms-text.ts'
import { robotsText } from '../feeds/robots-text.ts'
import { sitemapFiles } from '../feeds/sitemap-files.ts'
import { ApiError } from '../errors.ts'
import { sendText, sentText } from '../http/send-text.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import type { SiteRenderer } from '../render/site-renderer.ts'

/** `/robots.txt`, `/sitemap.xml`, `/feed.xml` and `/llms.txt`. */
export const feedRoutes: FastifyPluginAsyncZod<{
  site: PublishedSite
  renderer: SiteRenderer
}> = async (app, { site, renderer }) => {
  // Also before the first sync: crawlers stay away for long when robots.txt answers 5xx.
  app.get('/robots.txt', async (request, reply) => {
    reply.header('cache-control', 'public, max-age=0, s-maxage=3600')
    return sendText(request, reply, sentText(robotsText(site.config), 'text/plain'))
  })

  app.get('/sitemap.xml', async (request, reply) => {
    const { first } = await sitemapFiles(site)
    return sendText(request, reply, first)
  })

  app.get<{ Params: { part: string } }>('/sitemap-:part(^\\d+).xml', async (request, reply) => {
    const { parts } = await sitemapFiles(site)
    const part = parts[Number(request.params.part) - 1]
    if (!part) throw new ApiError('not_found')
    return sendText(request, reply, part)
  })

  const feed = atomFeed(renderer)
  app.get('/feed.xml', async (request, reply) => sendText(request, reply, await feed(site)))

  app.get('/llms.txt', async (request, reply) => sendText(request, reply, llmsText(site)))
}
