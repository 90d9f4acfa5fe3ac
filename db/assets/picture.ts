import sharp, { type Sharp } from 'sharp'

/** Larger pictures are refused before they are decoded. */
const MAX_PIXELS = 50_000_000

// A file is looked at once: libvips need not keep it open, nor what it has decoded.
sharp.cache(false)

const rasterTypes = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'])

/** Whether a media type is one of the pictures made of pixels that are read here. */
export function isRaster(mediaType: string): boolean {
  return rasterTypes.has(mediaType)
}

/** The size of a picture in pixels, as shown. Throws for one that is broken or too large to be drawn. */
export async function pictureSize(file: string): Promise<{ width: number; height: number }> {
  const { autoOrient } = await openPicture(file).metadata()
  const { width, height } = autoOrient
  if (width * height > MAX_PIXELS) throw new Error(`${width} × ${height} pixels are too many`)
  return autoOrient
}

/** Opens a picture for drawing, upright; of a moving one the first frame. */
export function openPicture(file: string): Sharp {
  return sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'none' }).autoOrient()
}
