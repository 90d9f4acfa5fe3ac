import path from 'node:path'

/** Extensions of frequent media types; for others the extension of the source address is used. */
const extensions = new Map([
  ['application/gzip', 'gz'],
  ['application/pdf', 'pdf'],
  ['application/zip', 'zip'],
  ['audio/mpeg', 'mp3'],
  ['audio/ogg', 'ogg'],
  ['audio/wav', 'wav'],
  ['image/avif', 'avif'],
  ['image/bmp', 'bmp'],
  ['image/gif', 'gif'],
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/svg+xml', 'svg'],
  ['image/webp', 'webp'],
  ['image/x-icon', 'ico'],
  ['video/mp4', 'mp4'],
  ['video/quicktime', 'mov'],
  ['video/webm', 'webm']
])

/** The path of a stored file in the export: named by its hash, which never changes. */
export function assetName(asset: { hash: string; mediaType: string }, source: string): string {
  const extension = extensions.get(asset.mediaType) ?? extensionOf(source)
  return `assets/${asset.hash}.${extension}`
}

function extensionOf(source: string): string {
  const extension = path.posix.extname(source.split(/[?#]/)[0] ?? '').toLowerCase()
  return /^\.[a-z0-9]{1,12}$/.test(extension) ? extension.slice(1) : 'bin'
}
