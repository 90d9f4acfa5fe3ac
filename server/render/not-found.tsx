import { findGonePage } from '../../db/lists/find-page.ts'
import { pathOfMarkdown } from '../../site/addresses/markdown-path.ts'
import type { PageLinkView } from '../../site/pages/page-model.ts'
import { NotFoundPage } from '../../web/pages/NotFoundPage.tsx'
import { similarPages, similarTags } from '../feeds/similar-paths.ts'
import { renderDocument } from './render.tsx'
import type { Site } from '../site-context.ts'

const SUGGESTIONS = 5

/** The answer for a path without a page: 410 if the page was removed for good, otherwise 404. */
export async function notFound(
  site: Site,
  path: string
): Promise<{ status: 404 | 410; html: string }> {
  const { mirror } = site.published()
  const gone = findGonePage(mirror, path) ?? findGonePage(mirror, pathOfMarkdown(path) ?? path)
  const suggestions = await suggestPages(site, path)
  const page = <NotFoundPage shell={site.shell()} {...{ path, suggestions, gone }} />
  return { status: gone ? 410 : 404, html: renderDocument(page) }
}

/** Tags or pages with similar paths, followed by pages that contain the words of the path. */
async function suggestPages(site: Site, path: string): Promise<PageLinkView[]> {
  const isTag = path.startsWith('/tags/')
  const similar = isTag
    ? similarTags(site, path, SUGGESTIONS)
    : similarPages(site, path, SUGGESTIONS)
  const words = isTag ? path.slice(path.lastIndexOf('/')) : path
  const query = words.replaceAll(/[/-]/g, ' ')
  const hits = similar.length < SUGGESTIONS ? await site.suggest(query, SUGGESTIONS) : []
  const found = [...similar, ...hits].map(({ id, path: href, title }) => ({
    id,
    path: href,
    title
  }))
  const distinct = new Map(found.map((page) => [page.id, { ...page, icon: null }]))
  return [...distinct.values()].slice(0, SUGGESTIONS)
}
