import type { Mirror } from './open-mirror.ts'

/** Caches prepared statements per open mirror: preparing them takes as long as reading a page. */
export function prepareOnce<T>(prepare: (mirror: Mirror) => T): (mirror: Mirror) => T {
  const cache = new WeakMap<Mirror, { statements: T }>()
  return (mirror) => {
    const cached = cache.get(mirror) ?? { statements: prepare(mirror) }
    cache.set(mirror, cached)
    return cached.statements
  }
}
