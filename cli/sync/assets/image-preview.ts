import { openPicture } from '../../../db/assets/picture.ts'
import { MAX_PREVIEW_LENGTH } from './is-preview.ts'

/** Longer sides to try, in pixels; the first result within `MAX_PREVIEW_LENGTH` is used. */
const SIDES = [16, 10, 6]

/**
 * A picture of a few pixels as a `data:` URL, shown while the original loads; null when the picture
 * cannot be decoded.
 */
export async function imagePreview(file: string): Promise<string | null> {
  for (const side of SIDES) {
    // Not an error: the size of the picture was read before, and browsers may support its format.
    const preview = await draw(file, side).catch(() => null)
    if (preview === null || preview.length <= MAX_PREVIEW_LENGTH) return preview
  }
  return null
}

async function draw(file: string, side: number): Promise<string> {
  const bytes = await openPicture(file)
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 30, alphaQuality: 30, effort: 6 })
    .toBuffer()
  return `data:image/webp;base64,${bytes.toString('base64')}`
}
