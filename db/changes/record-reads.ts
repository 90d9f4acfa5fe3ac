/** What a read depends on and a publication touches, such as `page:<id>`; see `keys` in `change-keys.ts`. */
export type ChangeKey = string

/** The keys of the innermost recording; undefined outside of a recording. */
let current: Set<ChangeKey> | undefined

/**
 * Runs a synchronous read and returns the keys that it depends on. An outer recording also receives
 * them, even if the read throws.
 */
export function recordReads<T>(read: () => T): { value: T; keys: Set<ChangeKey> } {
  const outer = current
  const keys = new Set<ChangeKey>()
  current = keys
  try {
    return { value: read(), keys }
  } finally {
    current = outer
    noteReads(keys)
  }
}

/** Runs a synchronous read without noting its keys: the caller notes one that covers all of them. */
export function readUnnoted<T>(read: () => T): T {
  const outer = current
  current = undefined
  try {
    return read()
  } finally {
    current = outer
  }
}

/** Notes that the current recording depends on a key; does nothing without a recording. */
export function noteRead(key: ChangeKey): void {
  current?.add(key)
}

/** Notes several keys, for example those of a value that an earlier recording cached. */
export function noteReads(keys: Iterable<ChangeKey>): void {
  if (!current) return
  for (const key of keys) current.add(key)
}
