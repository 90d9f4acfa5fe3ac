import type { ImageView } from '../pages/page-model.ts'
import { versionOf } from './asset-path.ts'

/** A host that serves pictures to everyone at URLs that do not expire. */
export const PUBLIC_PICTURE_ORIGIN = 'https://images.unsplash.com'

/**
 * The URL from which a page loads an image. A stored image gets `/image/…` with a version derived
 * from its hash, so that it can be cached forever. Returned unchanged are `data:` URLs and, for
 * images that are not stored, URLs that work without us: Unsplash's pictures and signed URLs of
 * Notion's file store. Since signatures expire, a page shows an image that is not stored only if
 * `isPermanentPicture` is true.
 */
export function mapImageUrl(
  url: string | undefined,
  block: { id: string },
  images: Record<string, Pick<ImageView, 'hash'>>
): string | undefined {
  if (!url) return undefined
  // Any other media type could be a document.
  if (url.startsWith('data:')) return url.startsWith('data:image/') ? url : undefined

  const image = Object.hasOwn(images, url) ? images[url] : undefined
  if (!image && isServedElsewhere(url)) return url

  const query = new URLSearchParams({ table: 'block', id: block.id, cache: 'v2' })
  if (image) query.set('v', versionOf(image.hash))
  // A record can contain half a character, which cannot be encoded; no stored file has such a source.
  return `/image/${encodeURIComponent(url.toWellFormed())}?${query}`
}

/**
 * Whether an image that is not stored can be shown from its own URL, because that URL does not
 * expire.
 */
export function isPermanentPicture(url: string): boolean {
  return url.startsWith('data:image/') || isPublicPicture(url)
}

/** Whether an image is on Unsplash's image host. */
export function isPublicPicture(url: string): boolean {
  return url.startsWith(`${PUBLIC_PICTURE_ORIGIN}/`) && isServedElsewhere(url)
}

/** Whether a URL carries a signature, which expires. */
export function isExpiringAddress(url: string): boolean {
  return isServedElsewhere(url) && !isPublicPicture(url)
}

/** Compares the parsed host: the name may also occur in the path or user part of another URL. */
function isServedElsewhere(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host, username, password, pathname, searchParams } = new URL(url)
  if (protocol !== 'https:' || username !== '' || password !== '') return false
  if (publicHosts.has(host)) return true
  const isStore =
    storeHosts.has(host) || (legacyStoreHosts.has(host) && pathname.startsWith(LEGACY_BUCKET))
  return isStore && signatureKeys.every((key) => searchParams.has(key))
}

const publicHosts = new Set(['images.unsplash.com', 'img.notionusercontent.com'])
const storeHosts = new Set([
  'prod-files-secure.s3.us-west-2.amazonaws.com',
  'prod-files-secure.s3.amazonaws.com',
  'secure.notion-static.com.s3.us-west-2.amazonaws.com'
])
/** Path-style S3 hosts serve the buckets of all customers; the first path segment is the bucket. */
const legacyStoreHosts = new Set(['s3.us-west-2.amazonaws.com', 's3-us-west-2.amazonaws.com'])
const LEGACY_BUCKET = '/secure.notion-static.com/'
const signatureKeys = ['X-Amz-Credential', 'X-Amz-Signature']
