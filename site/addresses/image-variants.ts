import type { ImageView } from '../pages/page-model.ts'
import { versionOf } from './asset-path.ts'

/** Widths in pixels of image variants; no other width is ever made. */
export const variantWidths: readonly number[] = [96, 160, 320, 640, 960, 1280, 1920, 2560]

/** Formats of image variants, the smaller one first. */
export const variantFormats = ['avif', 'webp'] as const
export type VariantFormat = (typeof variantFormats)[number]

/** Smaller files fit into one or two packets in any format. */
const MIN_BYTES = 8 * 1024

/** Types that have variants: vector images are sharp at any size, and GIF may be animated. */
const variantTypes = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/avif'])

/** Whether a stored image has smaller variants. */
export function hasVariants(image: Omit<ImageView, 'preview' | 'height'>): boolean {
  return variantTypes.has(image.mediaType) && image.width !== null && image.size >= MIN_BYTES
}

/** The width of a variant: never wider than the image itself. */
export function variantWidth(requested: number, own: number): number {
  return Math.min(requested, Math.round(own))
}

/**
 * The `srcset` of an image in one format, up to the first width that is not smaller than the image.
 */
export function variantSet(
  source: string,
  image: ImageView,
  options: { format: VariantFormat; widths: readonly number[] }
): string {
  const own = image.width ?? 0
  const { format } = options
  const firstFull = options.widths.find((width) => width >= own) ?? Infinity
  return options.widths
    .filter((width) => width <= firstFull)
    .map(
      (width) => `${variantAddress(source, image, { format, width })} ${variantWidth(width, own)}w`
    )
    .join(', ')
}

/** The URL of a variant; `width` must be one of `variantWidths`. */
export function variantAddress(
  source: string,
  { hash }: Pick<ImageView, 'hash'>,
  { format, width }: { format: VariantFormat; width: number }
): string {
  return `/image/${encodeSource(source)}?v=${versionOf(hash)}&f=${format}&w=${width}`
}

/**
 * Commas would separate candidates of a `srcset`, and parentheses in names confuse some parsers.
 */
function encodeSource(source: string): string {
  return encodeURIComponent(source).replaceAll('(', '%28').replaceAll(')', '%29')
}
