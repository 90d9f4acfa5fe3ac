/** Where the bytes of a file stand below the asset folder: by sha256, in folders of its first two digits. */
export function assetPath(hash: string): string {
  return `${hash.slice(0, 2)}/${hash}`
}
