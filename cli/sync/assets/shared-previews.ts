import type { SharedCache } from '../../../server/publication/redis/shared-cache.ts'
import { MAX_PREVIEW_LENGTH, imagePreview } from './image-preview.ts'

/** A WebP file in base64. Its first bytes are `RIFF`, four bytes of length, and `WEBP`. */
const previewPattern = /^data:image\/webp;base64,UklGR[A-Za-z0-9+/]+={0,2}$/

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
    const preview = await imagePreview(file)
    if (preview !== null) await this.#cache?.set(key, Buffer.from(preview, 'latin1'))
    return preview
  }
}

/** A page contains the preview, so a foreign value must not get into it. */
function isPreview(text: string): boolean {
  return text.length <= MAX_PREVIEW_LENGTH && previewPattern.test(text)
}
