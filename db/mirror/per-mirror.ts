import type { Mirror } from './open-mirror.ts'

/** Returns a function that makes something once for each open mirror, such as its statements. */
export function perMirror<T extends object>(make: (mirror: Mirror) => T): (mirror: Mirror) => T {
  const made = new WeakMap<Mirror, T>()
  return (mirror) => {
    const known = made.get(mirror)
    if (known) return known
    const own = make(mirror)
    made.set(mirror, own)
    return own
  }
}
