import sharp from 'sharp'

/** Larger pictures are refused before they are decoded. */
const MAX_PIXELS = 50_000_000

export interface ImageFacts {
  mediaType: string
  /** Pixels, as shown (a turned photograph counts as it stands); null where the format has no size. */
  width: number | null
  height: number | null
}

const mediaTypes: Record<string, string> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  heif: 'image/avif',
  svg: 'image/svg+xml'
}

/** What an image is, read from its bytes; what its address or server calls it does not count. Throws for anything else. */
export async function readImageFacts(bytes: Uint8Array): Promise<ImageFacts> {
  const metadata = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata()
  const mediaType = mediaTypes[metadata.format]
  if (!mediaType) throw new Error(`format ${metadata.format} is not served`)
  const { width, height } = metadata.autoOrient
  return { mediaType, width: width || null, height: height || null }
}
