import type { ImageView } from './page-view.ts'

const VERSION_LENGTH = 16

/**
 * The address under which a page shows an image: our own `/image/…`, with the version of the
 * bytes when the mirror holds them, so that it may be cached for ever. Data URLs stay as they are, and
 * so does what the mirror does not hold and its own host hands out: Unsplash's pictures, and addresses
 * of the workspace's store that carry their signature. A page shows those as a link, since nothing is
 * loaded from another site before a visitor asks for it.
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
  if (!image && isServedElsewhere(url)) return url

  const query = new URLSearchParams({ table: 'block', id: block.id, cache: 'v2' })
  if (image) query.set('v', image.hash.slice(0, VERSION_LENGTH))
  return `/image/${encodeURIComponent(url)}?${query}`
}

/** By the parsed host: the name may also stand in another address's path or user part. */
function isServedElsewhere(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host, username, password, pathname, searchParams } = new URL(url)
  if (protocol !== 'https:' || username !== '' || password !== '') return false
  if (openHosts.has(host)) return true
  const isStore =
    storeHosts.has(host) || (legacyStoreHosts.has(host) && pathname.startsWith(LEGACY_BUCKET))
  return isStore && signatureKeys.every((key) => searchParams.has(key))
}

const openHosts = new Set(['images.unsplash.com', 'img.notionusercontent.com'])
const storeHosts = new Set([
  'prod-files-secure.s3.us-west-2.amazonaws.com',
  'prod-files-secure.s3.amazonaws.com',
  'secure.notion-static.com.s3.us-west-2.amazonaws.com'
])
/** Hosts that serve everybody's buckets; the first part of the path says whose. */
const legacyStoreHosts = new Set(['s3.us-west-2.amazonaws.com', 's3-us-west-2.amazonaws.com'])
const LEGACY_BUCKET = '/secure.notion-static.com/'
const signatureKeys = ['X-Amz-Credential', 'X-Amz-Signature']
