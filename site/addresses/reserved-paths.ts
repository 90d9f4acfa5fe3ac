/** First path segments of the server's own routes; no page may use them. */
const RESERVED_SEGMENTS = new Set([
  'api',
  'image',
  'search',
  'all-pages',
  'recent-changes',
  'tags',
  'healthz',
  'readyz',
  'metrics',
  'sitemap.xml',
  'robots.txt',
  'feed.xml',
  'llms.txt',
  'generation.json',
  'mirror.db',
  'index.md',
  'favicon.ico',
  'apple-touch-icon.png',
  'manifest.webmanifest',
  'sw.js',
  '.well-known'
])

/**
 * Encoded paths that are not those of pages, but of parts of pages, of APIs and, by their extensions, of the
 * site's own files, pages as Markdown included; a tag may contain a dot.
 */
export const otherPaths =
  /^\/(api|image|healthz|readyz|metrics|_[^/]*)(\/|$)|\.(md|xml|txt|db|json|webmanifest|ico|png|jpe?g|gif|webp|avif|svg|pdf|zip)$/i

/**
 * Whether a path belongs to the server: its first segment is one of our routes or starts with an
 * underscore (`/_app`, `/_assets/…`).
 */
export function isReservedPath(path: string): boolean {
  const firstSegment = path.replace(/^\/+/, '').split('/')[0]?.toLowerCase() ?? ''
  const isPart = /^(sitemap-\d+\.xml|search-names\..*|mirror\..*)$/.test(firstSegment)
  return isPart || firstSegment.startsWith('_') || RESERVED_SEGMENTS.has(firstSegment)
}
