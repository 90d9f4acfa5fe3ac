const FOLDER = '/_cards'
const EXTENSION = '.html'

/** The path of the link card of a page: `/_cards/<path>.html`, `/_cards.html` for the root page. */
export function linkCardPath(pagePath: string): string {
  return `${FOLDER}${pagePath === '/' ? '' : pagePath}${EXTENSION}`
}

/** The page path of a link card's path; undefined for any other path. */
export function pageOfLinkCard(path: string): string | undefined {
  if (path === FOLDER + EXTENSION) return '/'
  const isCard = path.startsWith(`${FOLDER}/`) && path.endsWith(EXTENSION)
  return isCard ? path.slice(FOLDER.length, -EXTENSION.length) : undefined
}
