import type { ImageView } from './page-view.ts'

const VERSION_LENGTH = 16

/**
 * The address under which a page shows an image: our own `/image/…`, with the version of the
 * bytes when the mirror holds them, so that it may be cached for ever. Data URLs and Unsplash's
 * pictures, which Unsplash wants served from its own host, stay as they are; a page shows those as a
 * link, since nothing is loaded from another site before a visitor asks for it.
 */
export function mapImageUrl(
  url: string | undefined,
  block: { id: string },
  images: Record<string, Pick<ImageView, 'hash'>>
): string | undefined {
  if (!url) return undefined
  // Other data could be a document, which no picture is.
  if (url.startsWith('data:')) return url.startsWith('data:image/') ? url : undefined

  const image = Object.hasOwn(images, url) ? images[url] : undefined
  if (!image && isUnsplash(url)) return url

  const query = new URLSearchParams({ table: 'block', id: block.id, cache: 'v2' })
  if (image) query.set('v', image.hash.slice(0, VERSION_LENGTH))
  return `/image/${encodeURIComponent(url)}?${query}`
}

/** By the parsed host: the name may also stand in another address's path or user part. */
function isUnsplash(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host } = new URL(url)
  return protocol === 'https:' && host === 'images.unsplash.com'
}
