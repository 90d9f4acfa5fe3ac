/** Parts of a page that scripts ask for, by the folders of their paths. */
const folders = {
  /** What a link to the page shows. */
  'link-card': '/_cards',
  /** What is below the page in the site's tree. */
  tree: '/_tree'
}
export type FragmentKind = keyof typeof folders

const EXTENSION = '.html'

/** The path of a part of a page: `/_cards/<path>.html`, or `/_cards.html` for the root page. */
export function fragmentPath(kind: FragmentKind, pagePath: string): string {
  return `${folders[kind]}${pagePath === '/' ? '' : pagePath}${EXTENSION}`
}

/** The page path of the path of a part; undefined for any other path. */
export function pageOfFragment(kind: FragmentKind, path: string): string | undefined {
  const folder = folders[kind]
  if (path === folder + EXTENSION) return '/'
  const isFragment = path.startsWith(`${folder}/`) && path.endsWith(EXTENSION)
  return isFragment ? path.slice(folder.length, -EXTENSION.length) : undefined
}
