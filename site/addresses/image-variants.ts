import type { ImageView } from '../pages/page-model.ts'

/** Widths in pixels in which the server offers a picture; no other is ever made. */
export const variantWidths: readonly number[] = [96, 160, 320, 640, 960, 1280, 1920, 2560]

/** Formats in which the server offers a picture, the smaller one first. */
export const variantFormats = ['avif', 'webp'] as const
export type VariantFormat = (typeof variantFormats)[number]

/** Smaller files arrive in one or two packets however they are packed. */
const MIN_BYTES = 8 * 1024
const VERSION_LENGTH = 16

/** Pictures that are drawn anew: vector pictures stay sharp at any size, and GIF is for what moves. */
const variantTypes = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/avif'])

/** Whether smaller copies of a stored picture can be had. */
export function hasVariants(image: Omit<ImageView, 'preview' | 'height'>): boolean {
  return variantTypes.has(image.mediaType) && image.width !== null && image.size >= MIN_BYTES
}

/** How wide a copy becomes: no wider than the picture itself. */
export function variantWidth(asked: number, own: number): number {
  return Math.min(asked, Math.round(own))
}

/** The `srcset` of a picture in one format, with the offered widths up to the first that shows all of it. */
export function variantSet(
  source: string,
  image: ImageView,
  options: { format: VariantFormat; widths: readonly number[] }
): string {
  const own = image.width ?? 0
  const { format } = options
  const firstWhole = options.widths.find((width) => width >= own) ?? Infinity
  return options.widths
    .filter((width) => width <= firstWhole)
    .map(
      (width) => `${variantAddress(source, image, { format, width })} ${variantWidth(width, own)}w`
    )
    .join(', ')
}

/** The address of a copy of a picture, `width` being one of the offered ones. */
export function variantAddress(
  source: string,
  { hash }: Pick<ImageView, 'hash'>,
  { format, width }: { format: VariantFormat; width: number }
): string {
  const version = hash.slice(0, VERSION_LENGTH)
  return `/image/${encodeSource(source)}?v=${version}&f=${format}&w=${width}`
}

/** Commas would part candidates, and the parentheses of some names confuse parsers. */
function encodeSource(source: string): string {
  return encodeURIComponent(source).replaceAll('(', '%28').replaceAll(')', '%29')
}
