import { stat } from 'node:fs/promises'

import { fileTypeFromFile } from 'file-type'
import sharp, { type Sharp } from 'sharp'

import type { VariantFormat } from '../../../site/addresses/image-variants.ts'
import { isRaster, openPicture } from '../../../db/assets/picture.ts'

/** libvips ends by itself what takes longer. */
const TIME_LIMIT_SECONDS = 5

// Two pictures are drawn at once; threads for each beyond that would be taken from visitors' pages.
sharp.concurrency(1)

/** What a copy of a picture is to be. */
export interface VariantOptions {
  /** Pixels; not wider than the picture. */
  width: number
  format: VariantFormat
}

/**
 * Draws a smaller copy of a picture. Undefined when the picture itself does as well: when it moves,
 * or is no larger in bytes. Throws when it is none, is broken or takes too long.
 */
export async function drawVariant(
  file: string,
  { width, format }: VariantOptions
): Promise<Buffer | undefined> {
  // By its bytes: a decoder for vector pictures or documents is never started.
  const type = (await fileTypeFromFile(file))?.mime ?? ''
  if (!isRaster(type)) throw new Error(`${type || 'bytes of no known type'} cannot be drawn`)
  const picture = openPicture(file).timeout({ seconds: TIME_LIMIT_SECONDS })
  const { pages = 1, isPalette, autoOrient } = await openPicture(file).metadata()
  if (pages > 1) return undefined

  const isWhole = width >= autoOrient.width
  const drawn = picture.resize(width, undefined, { withoutEnlargement: true })
  const bytes = await encode(drawn, { format, isFlat: isPalette && isWhole }).toBuffer()
  return bytes.length < (await stat(file)).size ? bytes : undefined
}

/** Qualities at which photographs look as before; a higher effort of AVIF gains 5 % in five times the time. */
function encode(picture: Sharp, options: { format: VariantFormat; isFlat: boolean }): Sharp {
  const { format, isFlat } = options
  if (format === 'avif') return picture.avif({ quality: 50, effort: 2 })
  // Drawings of few colours keep every pixel, and are smaller so.
  return isFlat ? picture.webp({ lossless: true }) : picture.webp({ quality: 78 })
}
