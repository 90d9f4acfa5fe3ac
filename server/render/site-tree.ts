import { type TreePage, readBranch, readTreePage, readViews } from '../../db/lists/read-tree.ts'
import { keys } from '../../db/changes/change-keys.ts'
import { noteRead } from '../../db/changes/record-reads.ts'
import { readBreadcrumbs } from '../../db/page/read-breadcrumbs.ts'
import type { TreeBranch, TreeEntry } from '../../site/pages/site-tree.ts'
import { perPublication } from '../publication/per-publication.ts'
import type { PublishedSite } from '../publication/published-site.ts'

/** Pages of one level in the HTML of a page; the rest is read on demand. */
const MAX_SHOWN = 40
/** Pages of one level in all. */
const MAX_BRANCH = 1000
/** Ancestors between the top level and the parent page that are shown. */
const MAX_BETWEEN = 4

interface Top extends TreeBranch {
  rootId: string | undefined
}

/** The sub-pages of the root page, which every page shows. */
const topLevel = perPublication((_site, { mirror }): Top => {
  noteRead(keys.path('/'))
  const root = mirror.$client
    .prepare<[], { id: string; path: string }>(`select id, path from page where path = '/'`)
    .get()
  if (!root) return { rootId: undefined, path: '/', entries: [], isCut: false }
  return { rootId: root.id, ...readBranch(mirror, root, MAX_SHOWN) }
})

/**
 * The tree of the site around a page: the top level, the ancestors of the page, its siblings and what
 * is below it. Without a page, the top level alone.
 */
export function siteTree(site: PublishedSite, pageId?: string): TreeBranch {
  const top = topLevel(site)
  const { mirror } = site.served()
  const page = pageId === undefined ? undefined : readTreePage(mirror, pageId)
  if (!page || page.id === top.rootId) return top
  const [root, ...above] = readBreadcrumbs(mirror, page.id)
  // A page that is not below the root page, such as one that only a link leads to.
  if (root?.id !== top.rootId) return top
  const own: TreePage = { ...page, isCurrent: true, below: readBranch(mirror, page, MAX_SHOWN) }
  const ancestors = above.flatMap(({ id }) => readTreePage(mirror, id) ?? [])
  const between = ancestors.slice(1).slice(-MAX_BETWEEN)
  const chain = [...ancestors.slice(0, 1), ...between].toReversed()
  const opened = chain.reduce<TreePage>((below, parent) => opening(site, parent, below), own)
  return withEntry(top, opened)
}

/** An ancestor with the branch that the page is in: its siblings, or the views of its database. */
function opening(site: PublishedSite, parent: TreePage, below: TreePage): TreePage {
  const { mirror } = site.served()
  const { path } = parent
  const isParent = below.isCurrent === true
  const siblings =
    isParent && !below.isRow
      ? readBranch(mirror, parent, MAX_SHOWN)
      : { path, entries: isParent ? readViews(mirror, parent) : [], isCut: false }
  return { ...parent, below: withEntry(siblings, below) }
}

function withEntry<Branch extends TreeBranch>(branch: Branch, entry: TreeEntry): Branch {
  const { entries } = branch
  const index = entries.findIndex(({ path }) => path === entry.path)
  return { ...branch, entries: index === -1 ? [...entries, entry] : entries.with(index, entry) }
}

/** Everything below a page, for the tree of a page that does not show it. */
export function siteBranch(site: PublishedSite, page: { id: string; path: string }): TreeBranch {
  return readBranch(site.served().mirror, page, MAX_BRANCH)
}
