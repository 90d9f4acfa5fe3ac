import { stat } from 'node:fs/promises'

import { fileTypeFromFile } from 'file-type'
import sharp, { type Sharp } from 'sharp'

import type { VariantFormat } from '../../../site/addresses/image-variants.ts'
import { isRaster } from '../../../db/assets/is-raster.ts'
import { openPicture } from '../../../db/assets/picture.ts'

/** libvips cancels an operation that takes longer. */
const TIME_LIMIT_SECONDS = 5

// Two pictures are drawn at once. More threads for each would slow down the rendering of pages.
sharp.concurrency(1)

/** Width and format of a variant. */
export interface VariantOptions {
  /** Pixels; at most the width of the picture. */
  width: number
  format: VariantFormat
}

/**
 * Draws a smaller variant of a picture. Undefined if the original is to be served: it is animated, or
 * the variant would not have fewer bytes. Throws if the file is no raster image, is broken or takes
 * too long.
 */
export async function drawVariant(
  file: string,
  { width, format }: VariantOptions
): Promise<Buffer | undefined> {
  // By content: a decoder of vector images or documents must never run.
  const type = (await fileTypeFromFile(file))?.mime ?? ''
  if (!isRaster(type)) throw new Error(`${type || 'a file of unknown type'} cannot be drawn`)
  const picture = openPicture(file).timeout({ seconds: TIME_LIMIT_SECONDS })
  const { pages = 1, isPalette, autoOrient } = await openPicture(file).metadata()
  if (pages > 1) return undefined

  const isFullSize = width >= autoOrient.width
  const drawn = picture.resize(width, undefined, { withoutEnlargement: true })
  const bytes = await encode(drawn, { format, isLossless: isPalette && isFullSize }).toBuffer()
  return bytes.length < (await stat(file)).size ? bytes : undefined
}

/** At these qualities, photographs look unchanged. A higher effort of AVIF gains 5 % in five times the time. */
function encode(picture: Sharp, options: { format: VariantFormat; isLossless: boolean }): Sharp {
  const { format, isLossless } = options
  if (format === 'avif') return picture.avif({ quality: 50, effort: 2 })
  // Images with a palette are smaller when compressed without loss.
  return isLossless ? picture.webp({ lossless: true }) : picture.webp({ quality: 78 })
}
