/** Where a page stands in the tree of the site. */
export interface Place {
  id: string
  /** Steps below the root page. */
  depth: number
  parentId: string | null
}

/**
 * Every page in the order of the site: from the root down, parents before children, siblings as
 * they stand; then the pages that only links lead to, each with what hangs below it. `childPages`
 * holds the pages below each page, in order.
 */
export function treeOrder(childPages: Map<string, string[]>, rootPageId: string): Place[] {
  const hasParent = new Set([...childPages.values()].flat())
  const linkedOnly = [...childPages.keys()].filter((id) => !hasParent.has(id))
  const order = new Map<string, Place>()
  const visit = (start: Place) => {
    const stack = [start]
    for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
      const below = childPages.get(place.id)
      if (!below || order.has(place.id)) continue
      order.set(place.id, place)
      const { id: parentId, depth } = place
      stack.push(...below.map((id) => ({ id, depth: depth + 1, parentId })).toReversed())
    }
  }

  visit({ id: rootPageId, depth: 0, parentId: null })
  // The last round catches pages that only point at each other.
  for (const id of [...linkedOnly, ...childPages.keys()]) visit({ id, depth: 1, parentId: null })
  return [...order.values()]
}
