/** The result that a visitor is about to choose. */
export interface ActiveHit {
  /** Among the shown results. */
  index: number
  /** Whether it is one of its sections and not the page. */
  isSection: boolean
}

/**
 * The results of a full search in the place of those found by name, without anything moving above the
 * active one: it stays where it is, and what is above it stays as it is. The page that is active may
 * get more lines below its name. Returns up to `limit` results, or as many as have to stay.
 */
export function mergeHits<Hit extends { path: string }>(
  shown: Hit[],
  found: Hit[],
  { active, limit }: { active: ActiveHit | undefined; limit: number }
): Hit[] {
  if (!active) return found
  const same = new Map(found.map((hit) => [hit.path, hit]))
  const kept = shown.slice(0, active.index + 1).map((hit, index) => {
    const isFixed = index < active.index || active.isSection
    return isFixed ? hit : (same.get(hit.path) ?? hit)
  })
  const paths = new Set(kept.map(({ path }) => path))
  const others = found.filter(({ path }) => !paths.has(path))
  return [...kept, ...others].slice(0, Math.max(limit, kept.length))
}
