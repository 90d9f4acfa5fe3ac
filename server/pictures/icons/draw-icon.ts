import { renderAsync } from '@resvg/resvg-js'
import sharp from 'sharp'

import { openPicture } from '../../../db/assets/picture.ts'
import type { IconSource } from './icon-source.ts'

/** How an icon is drawn. */
export interface IconShape {
  /** Of both sides, in pixels. */
  size: number
  /** Share of the sides that the picture takes; systems cut masked icons down to their middle. */
  share: number
  /** Behind the picture; none for icons that may be seen through. */
  background: { r: number; g: number; b: number } | undefined
}

/** Draws an icon as PNG. Throws for a picture that cannot be read. */
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

/** Without fonts and files of the machine: an SVG of the workspace shows only what it holds itself. */
async function drawSvg(svg: string, size: number) {
  const image = await renderAsync(svg, {
    fitTo: { mode: 'width', value: size },
    font: { loadSystemFonts: false }
  })
  return sharp(image.asPng())
}

/** A picture as `.ico`, which holds one PNG. */
export function icoOf(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}
