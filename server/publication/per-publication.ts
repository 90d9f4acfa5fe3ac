import type { PublishedSite, ServedPublication } from './published-site.ts'

/**
 * Caches a value for as long as its publication is served; `make` runs on first use. A promise that
 * rejects is not cached.
 */
export function perPublication<T>(
  make: (site: PublishedSite, publication: ServedPublication) => T
): (site: PublishedSite) => T {
  const cache = new WeakMap<ServedPublication, { value: T }>()
  return (site) => {
    const publication = site.served()
    const cached = cache.get(publication)
    if (cached) return cached.value
    const value = make(site, publication)
    cache.set(publication, { value })
    // The caller handles the rejection too.
    if (value instanceof Promise) value.catch(() => cache.delete(publication))
    return value
  }
}
