import { testId } from '../../support/workspaces/records.ts'

export type Headers = Record<string, string>

/** Everything that pages may load, run and be framed by. */
export const policy = [
  "default-src 'none'",
  "base-uri 'none'",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  'frame-src https://www.youtube-nocookie.com https://player.vimeo.com https://player.bilibili.com https://embed.nicovideo.jp https://www.dailymotion.com https://www.loom.com https://open.spotify.com https://w.soundcloud.com https://www.figma.com https://codepen.io https://codesandbox.io https://replit.com https://miro.com https://whimsical.com https://framer.com https://airtable.com https://www.canva.com https://excalidraw.com https://link.excalidraw.com https://*.typeform.com https://sketchfab.com https://www.google.com https://drive.google.com https://docs.google.com',
  "img-src 'self' data:",
  "manifest-src 'self'",
  "media-src 'self'",
  "object-src 'self'",
  "script-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "style-src-elem 'self' <hash>",
  "worker-src 'self'"
].join(';')

/** Headers of every answer. */
export const common: Headers = {
  connection: 'keep-alive',
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  date: '<date>',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0'
}

export const body = (type: string): Headers => ({
  'content-type': type,
  'content-length': '<length>'
})
export const html = body('text/html; charset=utf-8')
export const json = body('application/json; charset=utf-8')
/** Scripts of other sites may read it. */
export const shared: Headers = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag, retry-after'
}
export const tagged: Headers = { etag: '<etag>', vary: 'accept-encoding' }
export const errorPage: Headers = { ...html, vary: 'accept-encoding' }
export const noIndex: Headers = { 'x-robots-tag': 'noindex' }
export const cached = (rule: string): Headers => ({ 'cache-control': `public, ${rule}` })
export const unkept: Headers = { 'cache-control': 'no-store' }

const pageRules = cached('max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400')
export const page: Headers = { ...html, ...tagged, ...pageRules, 'surrogate-key': 't-html <pages>' }
export const linked = (href: string): Headers => ({
  link: `<${href}>; rel="alternate"; type="text/markdown"`
})
export const lamp: Headers = { ...page, ...linked('/lamp.md') }
const feedRules = cached('max-age=0, s-maxage=300, stale-while-revalidate=3600')
export const feed: Headers = { ...tagged, ...feedRules, 'surrogate-key': 't-feed t-list <pages>' }
export const moved: Headers = {
  ...cached('max-age=0, s-maxage=300'),
  'content-length': '<length>',
  location: '/lamp'
}
export const icon: Headers = {
  etag: '<etag>',
  ...cached('max-age=3600, s-maxage=86400, stale-while-revalidate=86400')
}
export const drawn: Headers = {
  ...body('image/png'),
  ...cached('max-age=300, s-maxage=600, stale-while-revalidate=86400'),
  'accept-ranges': 'bytes',
  'cross-origin-resource-policy': 'cross-origin',
  'surrogate-key': `p-${testId(2).replaceAll('-', '')}`,
  etag: '<etag>'
}
export const built: Headers = {
  ...body('text/javascript; charset=utf-8'),
  ...tagged,
  ...cached('max-age=31536000, immutable')
}
export const mirror: Headers = {
  ...body('application/vnd.sqlite3'),
  ...tagged,
  ...feedRules,
  'accept-ranges': 'bytes',
  'content-disposition': "attachment; filename*=UTF-8''test-wiki-2.db",
  'repr-digest': '<digest>'
}

/** A file of the workspace. */
export const file = (type: string, own: Headers = {}): Headers => ({
  ...body(type),
  ...cached('max-age=3600, s-maxage=86400'),
  'accept-ranges': 'bytes',
  'cross-origin-resource-policy': 'cross-origin',
  etag: '<etag>',
  ...own
})
/** A file that browsers save instead of showing it. */
export const saved = (type: string, name: string) =>
  file(type, { 'content-disposition': `attachment; filename*=UTF-8''${name}` })
