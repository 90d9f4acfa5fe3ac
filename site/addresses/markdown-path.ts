import { undashId } from '../notion/blocks/notion-id.ts'

const EXTENSION = '.md'

/**
 * The path of a page as Markdown: the page's path followed by `.md`, or `/index.md` for the root
 * page.
 */
export function markdownPath({ id, path }: { id: string; path: string }): string {
  if (path === '/') return '/index.md'
  // `/index.md` belongs to the root page; this page can be found by its id too.
  return path === '/index' ? `/index-${undashId(id)}${EXTENSION}` : path + EXTENSION
}

/** The page path of a Markdown path; undefined for any other path. */
export function pathOfMarkdown(path: string): string | undefined {
  if (path === '/index.md') return '/'
  return path.endsWith(EXTENSION) && path.length > 1 + EXTENSION.length
    ? path.slice(0, -EXTENSION.length)
    : undefined
}
