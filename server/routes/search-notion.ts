import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'

import type { PageHit } from '../../db/search/describe-hits.ts'
import type { SearchAnswer } from '../../db/search/search-pages.ts'
import type { Snippet } from '../../site/search/snippet.ts'
import { isEmojiIcon } from '../../site/notion/blocks/emoji-icon.ts'
import { isNotModified } from '../http/etag.ts'
import { AnswerCache } from '../search/answer-cache.ts'
import { type SearchParams, cacheKey } from '../search/site-search.ts'
import { optionalId, optionalTag } from '../search/search-params.ts'
import type { Site } from '../site-context.ts'

const Wish = z.object({
  query: z.string().default(''),
  limit: z.coerce.number().int().min(1).max(50).default(20),
  ancestorId: optionalId,
  collection: optionalId,
  tag: optionalTag,
  typing: z.stringbool().optional()
})

const BodyWish = Wish.extend({ typing: z.boolean().optional() })

/** Marks that search dialogs for this API turn into emphasis; the text around them is escaped HTML. */
const MARK = 'gzkNfoUU'

/**
 * `/api/search-notion`: answers from the mirror in the shape of `SearchResults` of notion-types,
 * with more beside each result; the workspace is never asked.
 */
export const searchRoutes: FastifyPluginAsyncZod<{ site: Site }> = async (app, { site }) => {
  if (!site.config.isSearchEnabled) return
  const url = '/api/search-notion'
  const kept = new AnswerCache()

  async function find(params: SearchParams) {
    const found = await site.search(params)
    const { query, total, generation } = found
    return { body: JSON.stringify(document(found)), query, total, generation }
  }

  async function answer(asked: z.infer<typeof BodyWish>, reply: FastifyReply) {
    const { typing: isTyping, ...rest } = asked
    const wish = { ...rest, isTyping }
    const started = performance.now()
    const found = kept.find(cacheKey(wish), site.edition())
    const sent = found ?? kept.keep(cacheKey(wish), await find(wish))
    const took = (performance.now() - started).toFixed(2)
    const from = found ? 'kept;desc="asked before"' : 'search'
    reply.header('server-timing', `${from};dur=${took}`)
    site.countSearch(wish, sent)
    return sent
  }

  app.get(url, { schema: { querystring: Wish } }, async (request, reply) => {
    const { body, etag } = await answer(request.query, reply)
    reply
      .header('cache-control', 'public, max-age=0, s-maxage=60, stale-while-revalidate=300')
      .header('etag', etag)
    if (isNotModified(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(body)
  })

  app.post(url, { schema: { body: BodyWish } }, async (request, reply) => {
    const { body } = await answer(request.body, reply)
    reply.header('cache-control', 'no-store')
    return reply.type('application/json; charset=utf-8').send(body)
  })
}

function document(answer: SearchAnswer) {
  const { hits, total, isMore, query, isCut, facets, didYouMean } = answer
  const boxes = hits.flatMap((hit) => [...hit.above.map(parentBox), pageBox(hit)])
  return {
    results: hits.map(describe),
    total,
    isMore,
    recordMap: { block: Object.fromEntries(boxes) },
    query,
    isCut,
    didYouMean: didYouMean ?? null,
    facets
  }
}

function describe({ id, path, title, score, sections, above, ...hit }: PageHit) {
  const [best, ...others] = sections
  const snippet = best?.snippet ?? { text: '', ranges: [] }
  const pathText = above.map((page) => escapeHtml(page.title)).join(' / ')
  return {
    id,
    isNavigable: true,
    score,
    highlight: { pathText, text: marked(snippet) },
    path,
    title,
    titleRanges: hit.titleRanges,
    above: above.map((page) => page.title),
    icon: hit.icon,
    section: best?.heading ?? '',
    anchor: best?.anchor ?? null,
    snippet,
    otherSections: others.map(({ heading, ...section }) => ({ section: heading, ...section }))
  }
}

type Parent = PageHit['above'][number]

/** As much of a page's record as a dialog needs to name it and those above it. */
function pageBox({ id, title, icon, above }: PageHit) {
  return box({ id, title, icon }, above.at(-1)?.id)
}

function parentBox(page: Parent, index: number, above: Parent[]) {
  return box(page, above[index - 1]?.id)
}

function box({ id, title, icon }: Parent, parentId: string | undefined): [string, object] {
  // Pictures have addresses of the workspace, or of this site, which the dialogs do not know how to show.
  const emoji = icon !== null && isEmojiIcon(icon) ? icon : undefined
  const value = {
    id,
    type: 'page',
    properties: { title: [[title]] },
    ...(emoji !== undefined && { format: { page_icon: emoji } }),
    ...(parentId !== undefined && { parent_id: parentId, parent_table: 'block' })
  }
  return [id, { role: 'reader', value }]
}

function marked({ text, ranges }: Snippet): string {
  let html = ''
  let at = 0
  for (const [from, to] of ranges) {
    html += `${escapeHtml(text.slice(at, from))}<${MARK}>${escapeHtml(text.slice(from, to))}</${MARK}>`
    at = to
  }
  return html + escapeHtml(text.slice(at))
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
