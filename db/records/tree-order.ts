/** The position of a page in the site's tree. */
export interface Place {
  id: string
  /** Number of levels below the root page. */
  depth: number
  parentId: string | null
}

/**
 * Returns every page in site order: from the root down, parents before children, siblings in their
 * order on the page; then each page that is only linked, with its descendants. `childPages` contains
 * the ordered child pages of every page.
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
  // The second list adds pages that are only each other's children.
  for (const id of [...linkedOnly, ...childPages.keys()]) visit({ id, depth: 1, parentId: null })
  return [...order.values()]
}
