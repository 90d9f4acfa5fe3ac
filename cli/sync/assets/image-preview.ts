import { openPicture } from '../../../db/assets/picture.ts'

/** Longer sides to try, in pixels; the first that is small enough is taken. */
const SIDES = [16, 10, 6]
/** Characters of the whole address; it stands in the page for every picture. */
const MAX_LENGTH = 600

/**
 * A picture of a few pixels as a `data:` address, to be shown until the real one is there; null
 * when the picture cannot be drawn, which the browser may see otherwise.
 */
export async function previewOf(file: string): Promise<string | null> {
  for (const side of SIDES) {
    // Its size was read already: what cannot be drawn here is a kind that browsers may know better.
    const preview = await draw(file, side).catch(() => null)
    if (preview === null || preview.length <= MAX_LENGTH) return preview
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
