import path from 'node:path'

import { fileTypeFromFile } from 'file-type'
import type { Sharp } from 'sharp'

import { assetPath } from '../../../site/addresses/asset-path.ts'
import { isRaster } from '../../../db/assets/is-raster.ts'
import { openPicture, pictureSize } from '../../../db/assets/picture.ts'
import { emojiSvg, storedSvg } from '../svg-drawings.ts'

/** libvips cancels an operation that takes longer. */
const TIME_LIMIT_SECONDS = 5

interface Size {
  width: number
  height: number
}

/** The part of a stored picture that fills a size, as a data URL; undefined for a file that is no raster image. */
export async function coverPicture(
  file: string,
  { width, height, position }: Size & { position: number }
): Promise<string | undefined> {
  if (!(await isRasterFile(file))) return undefined
  const original = await pictureSize(file)
  const scale = Math.max(width / original.width, height / original.height)
  const scaled = {
    width: Math.ceil(original.width * scale),
    height: Math.ceil(original.height * scale)
  }
  const drawn = sized(file, { ...scaled, isEnlarged: scale > 1 }).extract({
    left: Math.floor((scaled.width - width) / 2),
    top: Math.round((scaled.height - height) * position),
    width,
    height
  })
  return dataUrl('image/jpeg', await drawn.flatten({ background: '#18191d' }).jpeg().toBuffer())
}

/** A stored picture within a square, as a data URL; undefined if it cannot be used as an icon. */
export async function iconPicture(file: string, size: number): Promise<string | undefined> {
  if (!(await isRasterFile(file))) return svgPicture(await storedSvg(file))
  const original = await pictureSize(file)
  const isEnlarged = Math.max(original.width, original.height) < size
  const drawn = sized(file, { width: size, height: size, isEnlarged })
  return dataUrl('image/png', await drawn.png().toBuffer())
}

/** The picture of an emoji, as a data URL; undefined if there is none. */
export async function emojiPicture(emoji: string): Promise<string | undefined> {
  return svgPicture(await emojiSvg(emoji))
}

/** The path of a stored file. */
export function assetFile(folder: string, hash: string): string {
  return path.join(folder, assetPath(hash))
}

function sized(file: string, options: Size & { isEnlarged: boolean }): Sharp {
  const { width, height, isEnlarged } = options
  return openPicture(file)
    .timeout({ seconds: TIME_LIMIT_SECONDS })
    .resize(width, height, {
      fit: 'contain',
      background: { r: 0, g: 0, b: 0, alpha: 0 },
      // Pixel art stays sharp.
      kernel: isEnlarged ? 'nearest' : 'lanczos3'
    })
}

/** By content: the media type from the workspace may be wrong. */
async function isRasterFile(file: string): Promise<boolean> {
  return isRaster((await fileTypeFromFile(file))?.mime ?? '')
}

function svgPicture(svg: string | undefined): string | undefined {
  return svg === undefined ? undefined : dataUrl('image/svg+xml', Buffer.from(svg))
}

function dataUrl(type: string, bytes: Buffer): string {
  return `data:${type};base64,${bytes.toString('base64')}`
}
