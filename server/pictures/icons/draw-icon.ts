import { Resvg, renderAsync } from '@resvg/resvg-js'
import sharp from 'sharp'

import { openPicture } from '../../../db/assets/picture.ts'
import type { IconSource } from './icon-source.ts'

/** Size and background of an icon. */
export interface IconShape {
  /** Width and height in pixels. */
  size: number
  /** The picture's share of the width and height; systems crop maskable icons to their centre. */
  share: number
  /** Undefined for a transparent icon. */
  background: { r: number; g: number; b: number } | undefined
}

/** Draws an icon as PNG. Throws if the picture cannot be decoded. */
export async function drawIcon(source: IconSource, shape: IconShape): Promise<Buffer> {
  const { size, share, background } = shape
  const inner = Math.round(size * share)
  const picture =
    source.kind === 'svg' ? await drawSvg(source.svg, inner) : openPicture(source.file)
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const fitted = await picture
    .resize(inner, inner, { fit: 'contain', background: clear })
    .png()
    .toBuffer()
  const create = {
    width: size,
    height: size,
    channels: 4 as const,
    background: background ?? clear
  }
  return sharp({ create })
    .composite([{ input: fitted }])
    .png()
    .toBuffer()
}

/** Without system fonts: an SVG from the workspace may use nothing of the machine. */
async function drawSvg(svg: string, size: number) {
  const font = { loadSystemFonts: false }
  const { width, height } = new Resvg(svg, { font })
  // By the longer side: a tall picture of this width would take any amount of memory.
  const mode = height > width ? 'height' : 'width'
  const image = await renderAsync(svg, { fitTo: { mode, value: size }, font })
  return sharp(image.asPng())
}

/** An `.ico` file that contains one PNG. */
export function icoOf(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}
