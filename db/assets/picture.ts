import sharp, { type Sharp } from 'sharp'

/** Larger pictures are rejected before decoding. */
const MAX_PIXELS = 50_000_000

// Each file is read once: libvips need not cache open files or decoded pixels.
sharp.cache(false)

/** Reads the size of a picture in pixels, upright. Throws for a corrupted file or one over 50 megapixels. */
export async function pictureSize(file: string): Promise<{ width: number; height: number }> {
  const { autoOrient } = await openPicture(file).metadata()
  const { width, height } = autoOrient
  if (width * height > MAX_PIXELS) throw new Error(`${width} × ${height} pixels are too many`)
  return autoOrient
}

/** Opens a picture upright; only the first frame of an animation. */
export function openPicture(file: string): Sharp {
  return sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'none' }).autoOrient()
}
