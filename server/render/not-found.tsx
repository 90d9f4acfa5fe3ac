import { findGonePage } from '../../db/lists/find-page.ts'
import { pathOfMarkdown } from '../../site/addresses/markdown-path.ts'
import type { PageLinkView } from '../../site/pages/page-model.ts'
import { NotFoundPage } from '../../web/pages/NotFoundPage.tsx'
import type { Shell } from '../../web/pages/shell/shell.ts'
import { similarPages, similarTags } from './similar-paths.ts'
import { renderDocument } from './document/render-document.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import type { SiteSearch } from '../search/site-search.ts'
import type { SiteShell } from './site-shell.ts'

const SUGGESTIONS = 5

/** The page for a path without a page: 404, or 410 if a page at this path has been deleted. */
export async function notFound(
  { site, shell, search }: { site: PublishedSite; shell: SiteShell; search: SiteSearch },
  path: string
): Promise<{ status: 404 | 410; html: string }> {
  const { mirror } = site.published()
  const gone = findGonePage(mirror, path) ?? findGonePage(mirror, pathOfMarkdown(path) ?? path)
  const suggestions = await suggestPages({ site, search }, path)
  const page = <NotFoundPage shell={shell()} {...{ path, suggestions, gone }} />
  return { status: gone ? 410 : 404, html: renderDocument(page) }
}

/** The same page for a folder of files, where no server knows the requested path. */
export function renderNotFound(shell: Shell, gone: { title: string } | undefined): string {
  return renderDocument(<NotFoundPage shell={shell} suggestions={[]} gone={gone} />)
}

/** Tags or pages with similar paths, followed by pages that have words of the path in their names. */
async function suggestPages(
  { site, search }: { site: PublishedSite; search: SiteSearch },
  path: string
): Promise<PageLinkView[]> {
  const isTag = path.startsWith('/tags/')
  const similar = (isTag ? similarTags : similarPages)(site, path, SUGGESTIONS)
  const text = isTag ? path.slice(path.lastIndexOf('/')) : path
  const query = text.replaceAll(/[/-]/g, ' ')
  const hits = similar.length < SUGGESTIONS ? await search.suggest(query, SUGGESTIONS) : []
  const named = hits.filter(({ titleRanges }) => titleRanges.length > 0)
  const found = [...similar, ...named].map(({ id, path: href, title }) => ({
    id,
    path: href,
    title
  }))
  const distinct = new Map(found.map((page) => [page.id, { ...page, icon: null }]))
  return [...distinct.values()].slice(0, SUGGESTIONS)
}
