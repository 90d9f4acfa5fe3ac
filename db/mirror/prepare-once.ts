import type { Mirror } from './open-mirror.ts'

/** Statements that are prepared once for each open mirror: that takes as long as reading a page. */
export function prepareOnce<T>(prepare: (mirror: Mirror) => T): (mirror: Mirror) => T {
  const known = new WeakMap<Mirror, { statements: T }>()
  return (mirror) => {
    const kept = known.get(mirror) ?? { statements: prepare(mirror) }
    known.set(mirror, kept)
    return kept.statements
  }
}
