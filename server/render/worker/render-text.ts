import { readTransaction } from '../../../db/mirror/read-transaction.ts'
import { readPagePaths } from '../../../db/lists/find-page.ts'
import { markdownPath } from '../../../site/addresses/markdown-path.ts'
import { encodePath, siteAddress } from '../../../site/addresses/site-address.ts'
import { tagAddress } from '../../../site/addresses/tag-path.ts'
import { pageJson } from '../../feeds/api/page-json.ts'
import { rowListText } from '../../feeds/api/row-list.ts'
import { changeListText, collectionListText, pageListText } from '../../feeds/api/page-list.ts'
import { atomFeed, feedPageIds } from '../../feeds/atom-feed.ts'
import { llmsText } from '../../feeds/llms-text.ts'
import { markdownPage } from '../../feeds/markdown-page.ts'
import { offlineListText } from '../../feeds/offline-list.ts'
import { pageInfoText } from '../../feeds/page-info.ts'
import { generationText } from '../../feeds/generation-text.ts'
import { currentNamesText, searchNamesText } from '../../feeds/search-names.ts'
import { sitemapText } from '../../feeds/sitemap-files.ts'
import { viewRowsText } from '../../feeds/view-rows-text.ts'
import { excludeOtherSpoilers, readOpenedCopy } from '../../publication/opened-copy.ts'
import type { PublishedSite } from '../../publication/published-site.ts'
import { dataText } from '../browse/data-text.ts'
import { type Rendered, type RenderedText, feedCaching } from '../../responses/rendered-text.ts'
import type { ResponseRequest } from '../../responses/response-request.ts'
import { renderAllPages } from '../lists/all-pages.tsx'
import { renderRecentChanges } from '../lists/recent-changes.tsx'
import { findTag, renderTag, renderTags } from '../lists/tags.tsx'
import type { RenderContext } from '../site-shell.ts'
import { siteChapters } from '../../publication/site-index.ts'
import { renderApp, renderOffline } from './render-app.tsx'
import { renderEntry } from './render-entry.tsx'
import { readRenderedPage } from './read-rendered-page.ts'
import { renderPage } from './render-page.tsx'
import { renderBranch } from '../lists/render-branch.tsx'
import { renderLinkCard } from './render-link-card.tsx'
import type { RenderRequest } from './render-request.ts'

type Page = Extract<
  ResponseRequest,
  { kind: 'page' | 'spoiler' | 'markdown' | 'link-card' | 'tree' | 'api-page' }
>

/**
 * Makes the text of a request from the publication that `context` serves. All reads are done when
 * this returns; a promise only writes.
 */
export function renderText(
  context: RenderContext,
  request: RenderRequest,
  isPlain: boolean
): Rendered | Promise<Rendered> {
  const { site } = context
  switch (request.kind) {
    case 'page':
      return isAt(context, request) ? pageText(context, request, isPlain) : undefined
    case 'spoiler':
      return isAt(context, request) ? spoilerText(context, request, isPlain) : undefined
    case 'markdown':
      return isAt(context, request) ? markdownText(context, request) : undefined
    case 'link-card':
      return isAt(context, request) ? linkCardText(context, request) : undefined
    case 'tree':
      return isAt(context, request) ? treeText(context, request) : undefined
    case 'view-rows':
      return viewRowsText(site, request.file)
    case 'data':
      return dataText(context, request.page)
    case 'page-info':
      return pageInfoText(site, request.pageId)
    case 'api-page':
    case 'api-pages':
    case 'api-collections':
    case 'api-rows':
    case 'api-changes':
      return apiText(context, request)
    case 'all-pages':
      return html(renderAllPages(context, request.from))
    case 'recent-changes':
      return recentChangesText(context, request.from)
    case 'tags':
      return html(renderTags(context))
    case 'tag':
      return tagText(context, request)
    case 'app':
      return unlisted(renderApp(context))
    case 'offline':
      return unlisted(renderOffline(context))
    case 'sitemap':
      return sitemapText(site, request.part)
    case 'llms':
      return plain(llmsText(site), feedCaching)
    case 'generation':
    case 'current-names':
    case 'search-names':
    case 'offline-list':
      return browserText(context, request)
    case 'feed-pages':
      return plain(JSON.stringify(feedPageIds(site)), feedCaching)
    case 'entry':
      return entryText(context, request.pageId)
    case 'feed-document':
      return feedText(site, request.entries)
    case 'feed':
      throw new Error('the server makes the feed of its parts')
  }
}

function recentChangesText(context: RenderContext, from: number): RenderedText {
  const text = html(renderRecentChanges(context, from))
  // A run that publishes nothing touches no key; a build reads the time of the last run itself.
  return context.site.hosting === 'static' ? text : { ...text, lifetimeMs: 60_000 }
}

type BrowserRequest = Extract<
  RenderRequest,
  { kind: 'generation' | 'current-names' | 'search-names' | 'offline-list' }
>

/** What scripts in the browser read. */
function browserText(context: RenderContext, request: BrowserRequest): Rendered {
  switch (request.kind) {
    case 'generation':
      return generationText(context)
    case 'current-names':
      return currentNamesText(context.site)
    case 'search-names':
      return searchNamesText(context.site, request.hash)
    case 'offline-list':
      return offlineListText(context, request.hash)
  }
}

type ApiRequest = Extract<RenderRequest, { kind: `api-${string}` }>

function apiText(context: RenderContext, request: ApiRequest): Rendered {
  const { site } = context
  switch (request.kind) {
    case 'api-page':
      return isAt(context, request) ? pageJson(context, request) : undefined
    case 'api-pages':
      return pageListText(site, request.query)
    case 'api-collections':
      return collectionListText(site)
    case 'api-rows':
      return rowListText(site, request.rows)
    case 'api-changes':
      return changeListText(site, request.since)
  }
}

function entryText({ site, shell }: RenderContext, pageId: string): RenderedText | undefined {
  if (site.isExcluded(pageId)) return undefined
  const entry = renderEntry(site.published().mirror, { pageId, shell: shell() })
  return entry === undefined ? undefined : html(entry)
}

function feedText(site: PublishedSite, entries: Record<string, string>): RenderedText {
  const body = atomFeed(site, entries)
  return { body, mediaType: 'application/atom+xml', caching: feedCaching }
}

/** Whether the page is on the site at this path: it may have moved since the request. */
function isAt({ site }: RenderContext, { pageId, path }: Page): boolean {
  const { mirror } = site.published()
  return !site.isExcluded(pageId) && readPagePaths(mirror, [pageId])[pageId] === path
}

function pageText(
  { site, shell, slots, onSlotFault }: RenderContext,
  { pageId, path, search }: Extract<ResponseRequest, { kind: 'page' }>,
  isPlain: boolean
): RenderedText | undefined {
  const { mirror } = site.published()
  const body = renderPage(mirror, {
    pageId,
    search,
    shell: shell(path, pageId),
    isPlain,
    slots,
    onSlotFault
  })
  if (body === undefined) return undefined
  const markdown = site.basePath + encodePath(markdownPath({ id: pageId, path }))
  return {
    ...html(body),
    headers: { link: `<${markdown}>; rel="alternate"; type="text/markdown"` }
  }
}

/** The metadata is that of the public placeholder: link previews show it before a reader opens it. */
function spoilerText(
  { site, shell, slots, onSlotFault }: RenderContext,
  { pageId, path, search }: Extract<ResponseRequest, { kind: 'spoiler' }>,
  isPlain: boolean
): RenderedText | undefined {
  const { config } = site
  const { mirror } = site.published()
  const hidden = readRenderedPage(mirror, { pageId, search: '', rowsShare: 1, config })
  const body = readOpenedCopy(site, (opened) =>
    readTransaction(opened, () => {
      excludeOtherSpoilers(opened, { path, excludedPageIds: config.excludedPageIds })
      const page = { pageId, search, shell: shell(path), isPlain, slots, onSlotFault }
      return renderPage(opened, { ...page, publicFacts: hidden?.facts })
    })
  )
  if (body === undefined) return undefined
  const headers = { 'x-robots-tag': 'noindex' }
  return { ...html(body), caching: 'private, no-store', headers }
}

/** The `canonical` link names the HTML page for search engines. */
function markdownText({ site }: RenderContext, { pageId, path }: Page): RenderedText {
  const canonical = siteAddress(site.config.domain, encodePath(path))
  return {
    body: markdownPage(site, { id: pageId, path }),
    mediaType: 'text/markdown',
    headers: { link: `<${canonical}>; rel="canonical"`, 'x-robots-tag': 'noindex' }
  }
}

function linkCardText({ site }: RenderContext, { pageId }: Page): Rendered {
  const { config, basePath } = site
  const place = { config, basePath, chapters: siteChapters(site) }
  const card = renderLinkCard(site.published().mirror, pageId, place)
  return card === undefined ? undefined : unlisted(card)
}

function treeText({ site }: RenderContext, { pageId, path }: Page): RenderedText {
  return unlisted(renderBranch(site, { id: pageId, path }))
}

function tagText(
  context: RenderContext,
  { segments, from }: Extract<ResponseRequest, { kind: 'tag' }>
): Rendered {
  const tag = findTag(context.site, segments)
  if (!tag) return undefined
  const href = tagAddress(tag)
  const isCanonical = href === `/tags/${segments.map(encodeURIComponent).join('/')}`
  return isCanonical ? html(renderTag(context, tag, from)) : { redirect: href }
}

function html(body: string): RenderedText {
  return { body, mediaType: 'text/html' }
}

/** HTML that search engines leave out. */
function unlisted(body: string): RenderedText {
  return { ...html(body), headers: { 'x-robots-tag': 'noindex' } }
}

function plain(body: string, caching: string): RenderedText {
  return { body, mediaType: 'text/plain', caching }
}
