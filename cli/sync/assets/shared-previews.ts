import type { SharedCache } from '../../../server/publication/redis/shared-cache.ts'
import { isPreview } from './is-preview.ts'

/** Previews of pictures by the hash of the picture, which machines that sync share. */
export class SharedPreviews {
  readonly #cache: SharedCache | undefined

  constructor(cache: SharedCache | undefined) {
    this.#cache = cache
  }

  /** The preview of a picture; null if the picture cannot be decoded. */
  async find(hash: string, file: string): Promise<string | null> {
    const key = `preview:${hash}`
    const shared = (await this.#cache?.get(key))?.toString('latin1')
    if (shared !== undefined && isPreview(shared)) return shared
    // Most runs draw nothing and need not load the image library.
    const { imagePreview } = await import('./image-preview.ts')
    const preview = await imagePreview(file)
    if (preview !== null) await this.#cache?.set(key, Buffer.from(preview, 'latin1'))
    return preview
  }
}
