import type { ImageView } from '../pages/page-model.ts'

const VERSION_LENGTH = 16

/** A site whose pictures anybody may load, at addresses that do not expire. */
export const OPEN_PICTURE_ORIGIN = 'https://images.unsplash.com'

/**
 * The address under which a page shows an image: our own `/image/…`, with the version of the
 * bytes when the mirror holds them, so that it may be cached for ever. Data URLs stay as they are, and
 * so does what the mirror does not hold and its own host hands out: Unsplash's pictures, and addresses
 * of the workspace's store that carry their signature. Pages show only those that last; see
 * `isLastingPicture`.
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

/** Whether a picture that the mirror does not hold can be shown from its own address, since that does not expire. */
export function isLastingPicture(url: string): boolean {
  return url.startsWith('data:image/') || isOpenPicture(url)
}

/** Whether a picture is on Unsplash's host for pictures. */
export function isOpenPicture(url: string): boolean {
  return url.startsWith(`${OPEN_PICTURE_ORIGIN}/`) && isServedElsewhere(url)
}

/** Whether an address carries a signature, which expires. */
export function isExpiringAddress(url: string): boolean {
  return isServedElsewhere(url) && !isOpenPicture(url)
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
