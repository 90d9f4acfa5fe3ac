import type { SharedCache } from '../../../server/publication/redis/shared-cache.ts'
import { isPreview } from './is-preview.ts'

/**
 * The preview of a picture, which machines that sync share by the hash of the picture; null if the
 * picture cannot be decoded.
 */
export async function sharedPreview(
  cache: SharedCache | undefined,
  hash: string,
  file: string
): Promise<string | null> {
  const key = `preview:${hash}`
  const shared = (await cache?.get(key))?.toString('latin1')
  if (shared !== undefined && isPreview(shared)) return shared
  // Most runs draw nothing and need not load the image library.
  const { imagePreview } = await import('./image-preview.ts')
  const preview = await imagePreview(file)
  if (preview !== null) await cache?.set(key, Buffer.from(preview, 'latin1'))
  return preview
}
