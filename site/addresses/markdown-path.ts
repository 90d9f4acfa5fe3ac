import { undashId } from '../notion/blocks/notion-id.ts'

const ENDING = '.md'

/** Where a page stands as Markdown: its path with `.md` behind it, and `/index.md` for the root page. */
export function markdownPath({ id, path }: { id: string; path: string }): string {
  if (path === '/') return '/index.md'
  // Also by its id a page is found, and `/index.md` is the root page's.
  return path === '/index' ? `/index-${undashId(id)}${ENDING}` : path + ENDING
}

/** The path of the page that such an address is about; undefined for an address of another form. */
export function pathOfMarkdown(path: string): string | undefined {
  if (path === '/index.md') return '/'
  return path.endsWith(ENDING) && path.length > 1 + ENDING.length
    ? path.slice(0, -ENDING.length)
    : undefined
}
