import { readPageListing } from '../../../db/page/read-page-list.ts'
import { findPageFacts } from '../../render/find-page-facts.ts'
import { renderPageHtml } from '../../render/worker/render-entry.tsx'
import type { RenderContext } from '../../render/site-shell.ts'
import type { RenderedText } from '../../responses/rendered-text.ts'
import type { TextFormat } from '../../responses/response-request.ts'
import { markdownPage } from '../markdown-page.ts'
import { jsonAnswer } from './json-answer.ts'
import { listedPage } from './listed-page.ts'
import { pageBlocks } from './page-text.ts'

interface PageRequest {
  pageId: string
  path: string
  text: TextFormat
}

/** `/api/pages/<page>`. Undefined if the page has left the site. */
export function pageJson(context: RenderContext, request: PageRequest): RenderedText | undefined {
  const { site } = context
  const { mirror } = site.served()
  const listed = readPageListing(mirror, request.pageId)
  if (!listed) return undefined
  const { title, description, author, image, publishedTime } = findPageFacts(site, request.pageId)
  return jsonAnswer({
    ...listedPage(site, listed),
    title,
    description,
    author,
    image: image?.href ?? null,
    publishedTime,
    ...textOf(context, request)
  })
}

function textOf(context: RenderContext, { pageId, path, text }: PageRequest): object {
  const { site, shell } = context
  const { mirror } = site.served()
  if (text === 'markdown') return { markdown: markdownPage(site, { id: pageId, path }) }
  if (text === 'html') return renderPageHtml(mirror, { pageId, shell: shell() }) ?? {}
  return text === 'blocks' ? pageBlocks(site, pageId) : {}
}
