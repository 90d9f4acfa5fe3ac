import { ApiError } from '../../errors.ts'
import { perPublication } from '../../publication/per-publication.ts'
import type { IconShape } from './draw-icon.ts'
import { type IconSource, iconSource } from './icon-source.ts'

/** The page background of the light theme. */
const paper = { r: 0xf6, g: 0xf1, b: 0xe6 }
const FAVICON_SIZE = 32

const clear = (size: number): IconShape => ({ size, share: 1, background: undefined })
/** Systems may crop everything outside the central 80 %. */
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

/** A function that draws the icon of an address, once per publication. */
export const siteIcons = perPublication((site) => {
  const drawn = new Map<string, Promise<Buffer>>()
  return async (href: string): Promise<Buffer> => {
    const known = drawn.get(href)
    if (known) return known
    const made = iconSource(site).then((source) => draw(source, href))
    drawn.set(href, made)
    // The file of the picture may arrive later, so the next request tries again.
    made.catch(() => drawn.delete(href))
    return made
  }
})

/** Throws `ApiError` image_not_found if the picture is missing or broken; pages work without it. */
async function draw(source: IconSource, href: string): Promise<Buffer> {
  const shape = shapes.get(href)
  if (!shape) throw new Error(`${href} is not the address of an icon`)
  // On demand, since a server is ready earlier without the modules that draw.
  const { drawIcon, icoOf } = await import('./draw-icon.ts')
  try {
    const png = await drawIcon(source, shape)
    return href.endsWith('.ico') ? icoOf(png, shape.size) : png
  } catch (error) {
    throw Object.assign(new ApiError('image_not_found'), { cause: error })
  }
}
