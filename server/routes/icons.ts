import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { paperColors } from '../../site/config/theme-colors.ts'
import { etagOf, isNotModified } from '../http/caching.ts'
import { iconPaths, siteIcons } from '../pictures/icons/site-icons.ts'
import { sendText, sentText } from '../http/send-text.ts'
import type { PublishedSite } from '../publication/published-site.ts'

const caching = 'public, max-age=3600, s-maxage=86400, stale-while-revalidate=86400'

/** The site's icons, and `/manifest.webmanifest`, the manifest of the installable site. */
export const iconRoutes: FastifyPluginAsyncZod<{ site: PublishedSite }> = async (app, { site }) => {
  for (const href of iconPaths) {
    app.get(href, async (request, reply) => {
      const bytes = await siteIcons(site)(href)
      const etag = etagOf(bytes)
      reply.header('cache-control', caching).header('etag', etag)
      if (isNotModified(request.headers['if-none-match'], etag)) return reply.code(304).send()
      return reply.type(href.endsWith('.ico') ? 'image/x-icon' : 'image/png').send(bytes)
    })
  }

  app.get('/manifest.webmanifest', async (_request, reply) => {
    reply.header('cache-control', caching)
    const text = JSON.stringify(manifestOf(site), null, 2)
    return sendText(reply, sentText(text, 'application/manifest+json'))
  })
}

function manifestOf({ config, basePath }: PublishedSite) {
  const start = `${basePath}/`
  return {
    id: start,
    name: config.name,
    short_name: config.name,
    description: config.description,
    lang: config.language,
    start_url: start,
    scope: start,
    display: 'minimal-ui',
    background_color: paperColors[config.theme].light,
    theme_color: paperColors[config.theme].light,
    icons: [192, 512].flatMap((size) => [
      { ...pngIcon(size), src: `${basePath}/_icons/${size}.png`, purpose: 'any' },
      { ...pngIcon(size), src: `${basePath}/_icons/maskable-${size}.png`, purpose: 'maskable' }
    ])
  }
}

function pngIcon(size: number) {
  return { sizes: `${size}x${size}`, type: 'image/png' }
}
