/**
 * Path of a file below the asset folder: `<first two digits>/<sha256>`. Throws if `hash` is not a
 * sha256: a mirror from elsewhere could name any path.
 */
export function assetPath(hash: string): string {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error(`"${hash}" is not a sha256 of a file`)
  return `${hash.slice(0, 2)}/${hash}`
}

/** The start of a hash, which an address has so that its content never changes. */
export function versionOf(hash: string): string {
  return hash.slice(0, 16)
}
