const FOLDER = '/_tree'
const EXTENSION = '.html'

/** The path of what is below a page in the site's tree: `/_tree/<path>.html`, `/_tree.html` for the root. */
export function treePath(pagePath: string): string {
  return `${FOLDER}${pagePath === '/' ? '' : pagePath}${EXTENSION}`
}

/** The page path of a path of the tree; undefined for any other path. */
export function pageOfTree(path: string): string | undefined {
  if (path === FOLDER + EXTENSION) return '/'
  const isBranch = path.startsWith(`${FOLDER}/`) && path.endsWith(EXTENSION)
  return isBranch ? path.slice(FOLDER.length, -EXTENSION.length) : undefined
}
