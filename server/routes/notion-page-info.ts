import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'

import { readPage } from '../../db/read-page.ts'
import { mapImageUrl } from '../../site/image-url.ts'
import { parseId } from '../../site/page-id.ts'
import type { PageView } from '../../site/page-view.ts'
import { ApiError } from '../errors.ts'
import type { Site } from '../site.ts'

const Query = z.object({ id: z.string().optional(), pageId: z.string().optional() })
const Body = z.object({ pageId: z.string() })

/** `/api/notion-page-info`: what is known of one page, for previews and social images. */
export const pageInfoRoutes: FastifyPluginAsyncZod<{ site: Site }> = async (app, { site }) => {
  const url = '/api/notion-page-info'

  app.get(url, { schema: { querystring: Query } }, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=0, s-maxage=60, stale-while-revalidate=600')
    return pageInfo(site, request.query.pageId ?? request.query.id)
  })

  app.post(url, { schema: { body: Body } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return pageInfo(site, request.body.pageId)
  })
}

function pageInfo(site: Site, value: string | undefined) {
  const pageId = parseId(value)
  if (!pageId) throw new ApiError('invalid_page_id')
  const page = readPage(site.published().mirror, pageId)
  if (!page || site.hides(pageId)) throw new ApiError('page_not_found')

  const { config } = site
  return {
    pageId: page.id,
    title: page.title,
    path: page.path,
    url: `https://${config.domain}${encodeURI(page.path)}`,
    description: page.description || config.description,
    image: imageOf(site, page),
    imageObjectPosition: config.defaultPageCoverPosition,
    author: config.author,
    createdTime: page.createdTime,
    lastEditedTime: page.lastEditedTime
  }
}

/** Absolute address of the cover, of the page or of the configuration; null where there is none. */
function imageOf(site: Site, page: PageView): string | null {
  const cover = page.cover ?? site.config.defaultPageCover
  if (!cover) return null
  const address = mapImageUrl(cover, { id: page.id }, page.images)
  return address ? new URL(address, `https://${site.config.domain}`).href : null
}
