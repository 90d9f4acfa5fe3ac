import { type ChangeKey, noteReads, recordReads } from '../../db/changes/record-reads.ts'
import type { PublishedSite, ServedPublication } from './published-site.ts'

interface Cached<T> {
  value: T
  /** What the value was read from; whatever uses the value depends on it too. */
  keys: Set<ChangeKey>
}

/**
 * Caches a value for as long as its publication is served; `make` runs on first use. A promise that
 * rejects is not cached.
 */
export function perPublication<T>(
  make: (site: PublishedSite, publication: ServedPublication) => T
): (site: PublishedSite) => T {
  const cache = new WeakMap<ServedPublication, Cached<T>>()
  return (site) => {
    const publication = site.served()
    const cached = cache.get(publication)
    if (cached) {
      noteReads(cached.keys)
      return cached.value
    }
    const made = recordReads(() => make(site, publication))
    cache.set(publication, made)
    // The caller handles the rejection too.
    if (made.value instanceof Promise) made.value.catch(() => cache.delete(publication))
    return made.value
  }
}
