/**
 * Where the bytes of a file stand below the asset folder: by sha256, in folders of its first two
 * digits. Throws for what is no sha256: a mirror from elsewhere may name any path.
 */
export function assetPath(hash: string): string {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error(`"${hash}" is no sha256 of a file`)
  return `${hash.slice(0, 2)}/${hash}`
}
