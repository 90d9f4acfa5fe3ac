/** An entry of the site's tree: a page, or a view of a database. */
export interface TreeEntry {
  /** Path of the page; for a view, with its query string. */
  path: string
  title: string
  /** The type of a view, which names a view without a title. */
  viewType?: string
  isCurrent?: boolean
  /** Whether there are entries below it that are not in `below`. */
  hasMore?: boolean
  below?: TreeBranch
}

/** The entries below a page, or those of the site's top level. */
export interface TreeBranch {
  /** Path of the page. */
  path: string
  entries: TreeEntry[]
  /** Whether there are more of them. */
  isCut: boolean
}
