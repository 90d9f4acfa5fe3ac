import path from 'node:path'

import { fileTypeFromFile } from 'file-type'
import type { Sharp } from 'sharp'

import { assetPath } from '../../../site/addresses/asset-path.ts'
import { isRaster, openPicture, pictureSize } from '../../../db/assets/picture.ts'
import { emojiSvg, storedSvg } from '../svg-drawings.ts'

/** libvips ends by itself what takes longer. */
const TIME_LIMIT_SECONDS = 5

interface Size {
  width: number
  height: number
}

/** The part of a stored picture that fills a size, as a data URL; undefined for what is not made of pixels. */
export async function coverPicture(
  file: string,
  { width, height, position }: Size & { position: number }
): Promise<string | undefined> {
  if (!(await isRasterFile(file))) return undefined
  const own = await pictureSize(file)
  const scale = Math.max(width / own.width, height / own.height)
  const whole = { width: Math.ceil(own.width * scale), height: Math.ceil(own.height * scale) }
  const drawn = sized(file, { ...whole, isGrown: scale > 1 }).extract({
    left: Math.floor((whole.width - width) / 2),
    top: Math.round((whole.height - height) * position),
    width,
    height
  })
  return dataUrl('image/jpeg', await drawn.flatten({ background: '#18191d' }).jpeg().toBuffer())
}

/** A stored picture within a square, as a data URL; undefined when it cannot be an icon. */
export async function iconPicture(file: string, size: number): Promise<string | undefined> {
  if (!(await isRasterFile(file))) return svgPicture(await storedSvg(file))
  const own = await pictureSize(file)
  const isGrown = Math.max(own.width, own.height) < size
  const drawn = sized(file, { width: size, height: size, isGrown })
  return dataUrl('image/png', await drawn.png().toBuffer())
}

/** The picture of an emoji; undefined when there is none. */
export async function emojiPicture(emoji: string): Promise<string | undefined> {
  return svgPicture(await emojiSvg(emoji))
}

/** Where a stored file is. */
export function assetFile(folder: string, hash: string): string {
  return path.join(folder, assetPath(hash))
}

function sized(file: string, options: Size & { isGrown: boolean }): Sharp {
  const { width, height, isGrown } = options
  return openPicture(file)
    .timeout({ seconds: TIME_LIMIT_SECONDS })
    .resize(width, height, {
      fit: 'contain',
      background: { r: 0, g: 0, b: 0, alpha: 0 },
      // What is made of few large pixels stays so.
      kernel: isGrown ? 'nearest' : 'lanczos3'
    })
}

/** By its bytes, whatever the workspace calls it. */
async function isRasterFile(file: string): Promise<boolean> {
  return isRaster((await fileTypeFromFile(file))?.mime ?? '')
}

function svgPicture(svg: string | undefined): string | undefined {
  return svg === undefined ? undefined : dataUrl('image/svg+xml', Buffer.from(svg))
}

function dataUrl(type: string, bytes: Buffer): string {
  return `data:${type};base64,${bytes.toString('base64')}`
}
