const kinds = [
  /** Pages that were read, and the names of the search. */
  'read',
  /** Pictures of pages that were read. */
  'pictures',
  /** Everything, if the reader has asked for it. */
  'kept',
  /** Scripts, styles and fonts. */
  'assets',
  /** The page for reading offline, the list, and what is known of the copies. */
  'state'
] as const

/** The name of a cache of a site: several sites may be on one host. */
export function cacheName(basePath: string, kind: (typeof kinds)[number]): string {
  return `fansite${basePath}/${kind}`
}

/** The names of all caches of a site. */
export function cacheNames(basePath: string): string[] {
  return kinds.map((kind) => cacheName(basePath, kind))
}
