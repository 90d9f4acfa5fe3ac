import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'

import type { PageHit } from '../../../db/search/hit-reader.ts'
import type { SearchAnswer } from '../../../db/search/search-pages.ts'
import { BoundedMap } from '../../../site/limits/bounded-map.ts'
import type { Snippet } from '../../../site/search/snippet.ts'
import { isEmojiIcon } from '../../../site/notion/blocks/emoji-icon.ts'
import { etagOf } from '../../http/caching.ts'
import { sendFreshJson, sendText } from '../../http/send-text.ts'
import { cacheKey, optionalId, optionalTag, type SearchParams } from '../../search/search-params.ts'
import { messagesFor } from '../../../site/locales/messages-for.ts'
import { shownTitle } from '../../../site/locales/shown-title.ts'
import { LIST_KEY } from '../../responses/surrogate-keys.ts'
import type { SiteSearch } from '../../search/site-search.ts'
import { perPublication } from '../../publication/per-publication.ts'
import type { PublishedSite } from '../../publication/published-site.ts'
import { escapeHtml } from '../../markdown/text/html.ts'
import { errors, jsonAnswer } from './contract/common.ts'
import { SearchResults } from './contract/search-schemas.ts'

const Query = z.object({
  query: z.string().default(''),
  limit: z.coerce.number().int().min(1).max(50).default(20),
  ancestorId: optionalId,
  collection: optionalId,
  tag: optionalTag,
  typing: z.stringbool().optional()
})

const Body = Query.extend({ typing: z.boolean().optional() })

/**
 * The tag that dialogs for Notion's search turn into emphasis; the text around it is escaped HTML.
 */
const MARK = 'gzkNfoUU'

/** Characters of all kept answers together. */
const MAX_KEPT = 4_000_000
/** Answers of the served publication by `cacheKey`. */
const keptAnswers = perPublication(
  () => new BoundedMap<string, SentAnswer>(MAX_KEPT, ({ body }) => body.length)
)

interface SentAnswer extends Pick<SearchAnswer, 'query' | 'total' | 'generation'> {
  body: string
  etag: string
}

/**
 * `/api/search-notion`: searches the mirror, never the workspace. The answer has the shape of
 * `SearchResults` of notion-types, with further fields.
 */
export const searchRoutes: FastifyPluginAsyncZod<{
  site: PublishedSite
  search: SiteSearch
}> = async (app, { site, search }) => {
  if (!site.config.isSearchEnabled) return
  const url = '/api/search-notion'

  async function find(params: SearchParams): Promise<SentAnswer> {
    const found = await search.search(params)
    const { query, total, generation } = found
    const body = JSON.stringify(document(found, site))
    return { body, etag: etagOf(body), query, total, generation }
  }

  async function answer({ typing, ...rest }: z.infer<typeof Body>, reply: FastifyReply) {
    const params = { ...rest, isTyping: typing }
    const started = performance.now()
    const { generation } = site.served()
    const answers = keptAnswers(site)
    const key = cacheKey(params)
    const cached = answers.get(key)
    if (cached) search.numbers.cached += 1
    const sent = cached ?? (await find(params))
    // The index may still be that of an earlier publication.
    if (!cached && sent.generation === generation) answers.set(key, sent)
    const took = (performance.now() - started).toFixed(2)
    const from = cached ? 'kept;desc="asked before"' : 'search'
    reply.header('server-timing', `${from};dur=${took}`)
    search.count(params, sent)
    return sent
  }

  const described = {
    summary: 'Searches the pages of the site',
    tags: ['search'],
    response: { 200: jsonAnswer(SearchResults, 'The found pages.'), ...errors }
  }
  const read = { ...described, operationId: 'search', querystring: Query }
  app.get(url, { schema: read }, async (request, reply) => {
    const { body, etag } = await answer(request.query, reply)
    reply.header('cache-control', 'public, max-age=0, s-maxage=60, stale-while-revalidate=300')
    reply.header('surrogate-key', LIST_KEY)
    return sendText(reply, { body, mediaType: 'application/json; charset=utf-8', etag })
  })

  const posted = { ...described, operationId: 'postSearch', body: Body }
  app.post(url, { schema: posted }, async (request, reply) => {
    const { body } = await answer(request.body, reply)
    return sendFreshJson(reply, body)
  })
}

function document(answer: SearchAnswer, site: PublishedSite) {
  const { hits, total, isMore, query, isCut, facets, didYouMean } = answer
  const boxes = hits.flatMap((hit) => [...hit.above.map(parentBox), pageBox(hit)])
  return {
    results: hits.map((hit) => describe(hit, site)),
    total,
    isMore,
    recordMap: { block: Object.fromEntries(boxes) },
    query,
    isCut,
    didYouMean: didYouMean ?? null,
    facets
  }
}

function describe(
  { id, path, title, score, sections, above, icon, ...hit }: PageHit,
  { basePath, config }: PublishedSite
) {
  const [best, ...others] = sections
  const messages = messagesFor(config)
  const places = above.map((page) => shownTitle(page.title, messages))
  const snippet = best?.snippet ?? { text: '', ranges: [] }
  const pathText = places.map(escapeHtml).join(' / ')
  return {
    id,
    isNavigable: true,
    score,
    highlight: { pathText, text: marked(snippet) },
    path: basePath + path,
    title,
    titleRanges: hit.titleRanges,
    above: places,
    // An emoji, or the path of a picture.
    icon: icon?.startsWith('/') ? basePath + icon : icon,
    section: best?.heading ?? '',
    anchor: best?.anchor ?? null,
    snippet,
    otherSections: others.map(({ heading, ...section }) => ({ section: heading, ...section }))
  }
}

type Parent = PageHit['above'][number]

/** The fields of a page record that a dialog reads: its title, icon and parent. */
function pageBox({ id, title, icon, above }: PageHit) {
  return box({ id, title, icon }, above.at(-1)?.id)
}

function parentBox(page: Parent, index: number, above: Parent[]) {
  return box(page, above[index - 1]?.id)
}

function box({ id, title, icon }: Parent, parentId: string | undefined): [string, object] {
  // Dialogs cannot show pictures, whose addresses belong to the workspace or to this site.
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
