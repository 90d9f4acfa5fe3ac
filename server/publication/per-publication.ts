import type { Mirror } from '../../db/mirror/open-mirror.ts'
import type { Site } from '../site-context.ts'

/** One publication as the site shows it; another object for each. */
export interface ServedPublication {
  mirror: Mirror
  generation: number
  /** Pages that are kept back. */
  hidden: ReadonlySet<string>
}

/**
 * What is worked out when first asked for and kept as long as the publication is served; what was
 * promised and could not be had is worked out again.
 */
export function perPublication<T>(
  make: (site: Site, publication: ServedPublication) => T
): (site: Site) => T {
  const known = new WeakMap<ServedPublication, { value: T }>()
  return (site) => {
    const publication = site.edition()
    const kept = known.get(publication)
    if (kept) return kept.value
    const value = make(site, publication)
    known.set(publication, { value })
    // Who asked hears of it; here it is only forgotten.
    if (value instanceof Promise) value.catch(() => known.delete(publication))
    return value
  }
}
