/** First segments of paths that the server answers itself; no page may stand there. */
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
  'mirror.db',
  'index.md',
  'favicon.ico',
  'apple-touch-icon.png',
  'manifest.webmanifest',
  '.well-known'
])

/**
 * Whether a path belongs to the server: its first segment is a route of ours or starts with
 * an underscore (`/_app`, `/_assets/…`).
 */
export function isReservedPath(path: string): boolean {
  const firstSegment = path.replace(/^\/+/, '').split('/')[0]?.toLowerCase() ?? ''
  const isPart = /^sitemap-\d+\.xml$/.test(firstSegment)
  return isPart || firstSegment.startsWith('_') || RESERVED_SEGMENTS.has(firstSegment)
}
