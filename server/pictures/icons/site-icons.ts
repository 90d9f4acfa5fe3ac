import { ApiError } from '../../errors.ts'
import { perPublication } from '../../publication/per-publication.ts'
import { type IconShape, drawIcon, icoOf } from './draw-icon.ts'
import { type IconSource, iconSource } from './icon-source.ts'

/** Warm paper, as behind the pages by day. */
const paper = { r: 0xf6, g: 0xf1, b: 0xe6 }
const FAVICON_SIZE = 32

const clear = (size: number): IconShape => ({ size, share: 1, background: undefined })
/** What stands outside of the middle four fifths may be cut away. */
const masked = (size: number): IconShape => ({ size, share: 0.7, background: paper })

const shapes = new Map<string, IconShape>([
  ['/favicon.ico', clear(FAVICON_SIZE)],
  ['/apple-touch-icon.png', masked(180)],
  ['/_icons/192.png', clear(192)],
  ['/_icons/512.png', clear(512)],
  ['/_icons/maskable-192.png', masked(192)],
  ['/_icons/maskable-512.png', masked(512)]
])

/** Addresses of the site's icons. */
export const iconPaths = [...shapes.keys()]

/** A function that draws the icon of an address, each once for every publication. */
export const siteIcons = perPublication((site) => {
  const drawn = new Map<string, Promise<Buffer>>()
  return async (href: string): Promise<Buffer> => {
    const known = drawn.get(href) ?? iconSource(site).then((source) => draw(source, href))
    drawn.set(href, known)
    return known
  }
})

/** A picture whose bytes are gone or broken is none: the page does well without it. */
async function draw(source: IconSource, href: string): Promise<Buffer> {
  const shape = shapes.get(href)
  if (!shape) throw new Error(`${href} is no icon`)
  try {
    const png = await drawIcon(source, shape)
    return href.endsWith('.ico') ? icoOf(png, shape.size) : png
  } catch (error) {
    throw Object.assign(new ApiError('image_not_found'), { cause: error })
  }
}
