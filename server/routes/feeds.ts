import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { siteFeed } from '../feeds/feed.ts'
import { siteLlmsText } from '../feeds/llms-text.ts'
import { robotsText } from '../feeds/robots.ts'
import { siteSitemap } from '../feeds/sitemap.ts'
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
    const { first } = await siteSitemap(site)
    return sendText(request, reply, first)
  })

  app.get<{ Params: { part: string } }>('/sitemap-:part(^\\d+).xml', async (request, reply) => {
    const { parts } = await siteSitemap(site)
    const part = parts[Number(request.params.part) - 1]
    if (!part) throw new ApiError('not_found')
    return sendText(request, reply, part)
  })

  const feed = siteFeed(renderer)
  app.get('/feed.xml', async (request, reply) => sendText(request, reply, await feed(site)))

  app.get('/llms.txt', async (request, reply) => sendText(request, reply, siteLlmsText(site)))
}
