import type { Mirror } from './open-mirror.ts'

/** Makes `prepare` run once for each open mirror: preparing a statement takes as long as a quick one runs. */
export function prepared<T>(prepare: (mirror: Mirror) => T): (mirror: Mirror) => T {
  const made = new WeakMap<Mirror, { value: T }>()
  return (mirror) => {
    const known = made.get(mirror) ?? { value: prepare(mirror) }
    made.set(mirror, known)
    return known.value
  }
}
