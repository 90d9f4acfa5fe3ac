import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'

/** Larger pictures are refused before they are decoded. */
const MAX_PIXELS = 50_000_000
/** How far into a file its first tag is looked for. */
const HEAD_BYTES = 4096

export interface FileFacts {
  mediaType: string
  /** Pixels, as shown (a turned photograph counts as it stands); null where there is no size. */
  width: number | null
  height: number | null
}

const imageTypes = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'])

/**
 * What a file is, read from its bytes; what its address or server calls it does not count. Throws
 * for a picture that is broken or too large to be drawn.
 */
export async function readFileFacts(bytes: Uint8Array): Promise<FileFacts> {
  const mediaType = await readMediaType(bytes)
  if (!imageTypes.has(mediaType) && mediaType !== 'image/svg+xml') {
    return { mediaType, width: null, height: null }
  }
  const { autoOrient } = await sharp(bytes, { limitInputPixels: MAX_PIXELS }).metadata()
  const { width, height } = autoOrient
  if (width * height > MAX_PIXELS) throw new Error(`${width} × ${height} pixels are too many`)
  return { mediaType, width: width || null, height: height || null }
}

async function readMediaType(bytes: Uint8Array): Promise<string> {
  const found = await fileTypeFromBuffer(bytes)
  const head = new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES))
  const isText = found === undefined || found.mime === 'application/xml'
  if (isText && /<svg[\s>]/i.test(head)) return 'image/svg+xml'
  return found?.mime ?? 'application/octet-stream'
}
