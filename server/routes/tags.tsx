import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'

import { type Tag, readTaggedPages } from '../../db/lists/read-tags.ts'
import { parseTagPath, tagAddress } from '../../site/addresses/tag-path.ts'
import { TagPage } from '../../web/pages/lists/TagPage.tsx'
import { type TagGroup, TagsPage } from '../../web/pages/lists/TagsPage.tsx'
import { ApiError } from '../errors.ts'
import { ListQuery } from '../render/list-query.ts'
import { listShell } from '../render/list-shell.ts'
import { siteTags } from '../publication/site-index.ts'
import { perPublication } from '../publication/per-publication.ts'
import { renderDocument } from '../render/render-document.ts'
import { decodePath, searchOf } from '../http/request-path.ts'
import { sendText, sentText } from '../http/send-text.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import type { SiteShell } from '../render/site-shell.ts'

const PAGE_SIZE = 200
const redirectCaching = 'public, max-age=0, s-maxage=300'

interface TagContext {
  site: PublishedSite
  shell: SiteShell
}

/** `/tags` and a page for each option of a select, multi-select or status property. */
export const tagRoutes: FastifyPluginAsyncZod<TagContext> = async (app, context) => {
  const { site } = context

  app.get('/tags', async (request, reply) => {
    const page = <TagsPage shell={listShell(context, '/tags')} groups={tagGroups(site)} />
    return sendText(request, reply, sentText(renderDocument(page), 'text/html'))
  })

  app.get('/tags/', async (_request, reply) =>
    reply.header('cache-control', redirectCaching).redirect('/tags', 301)
  )

  app.get('/tags/*', { schema: { querystring: ListQuery } }, async (request, reply) => {
    const tag = findTag(site, request.url)
    const href = tagAddress(tag)
    if (href !== request.url.split('?')[0]) {
      reply.header('cache-control', redirectCaching)
      return reply.redirect(href + searchOf(request.url), 301)
    }
    return sendTag(request, reply, { ...context, tag, from: request.query.from })
  })
}

function sendTag(
  request: FastifyRequest,
  reply: FastifyReply,
  { site, shell, tag, from }: TagContext & { tag: Tag; from: number }
): FastifyReply {
  const { mirror, excluded } = site.served()
  const pages = readTaggedPages(mirror, tag, { from, limit: PAGE_SIZE, hidden: excluded })
  const part = { from, size: PAGE_SIZE, total: tag.rows }
  const view = { ...tag, href: tagAddress(tag) }
  const page = <TagPage shell={listShell({ site, shell })} tag={view} pages={pages} part={part} />
  return sendText(request, reply, sentText(renderDocument(page), 'text/html'))
}

const tagsByKey = perPublication(
  (site) => new Map(siteTags(site).map((tag) => [keyOf({ ...tag, digits: tag.collectionId }), tag]))
)

/** Throws `ApiError`: not_found for an unknown tag, bad_request if the path cannot be decoded. */
function findTag(site: PublishedSite, url: string): Tag {
  const named = parseTagPath(segmentsOf(url))
  const found = named && tagsByKey(site).get(keyOf({ ...named, digits: named.collectionDigits }))
  if (!found) throw new ApiError('not_found')
  return found
}

/** Compares names in NFC: composed and decomposed characters look the same. */
function keyOf(tag: { digits: string; propertySlug: string; option: string }): string {
  const { digits, propertySlug, option } = tag
  return JSON.stringify([
    digits.slice(0, 8),
    propertySlug.normalize('NFC'),
    option.normalize('NFC')
  ])
}

/** Splits the path before decoding: an encoded slash is part of an option's name. */
function segmentsOf(url: string): string[] {
  const encoded = (url.split('?')[0] ?? '').split('/').slice(2)
  return encoded.map((segment) => {
    const text = decodePath(segment)
    if (text === undefined) throw new ApiError('bad_request')
    return text
  })
}

const tagGroups = perPublication((site): TagGroup[] => {
  const groups = new Map<string, TagGroup>()
  for (const tag of siteTags(site)) {
    if (tag.rows === 0) continue
    const key = `${tag.collectionId} ${tag.propertyId}`
    const group = groups.get(key) ?? { ...tag, key, tags: [] }
    group.tags.push({ ...tag, href: tagAddress(tag) })
    groups.set(key, group)
  }
  return [...groups.values()]
})
