import { createHash } from 'node:crypto'

/** A strong entity tag for a body. */
export function etagOf(body: string | Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

/** Whether `If-None-Match` names a tag: it is a list, may be `*`, and caches weaken our tags on the way. */
export function isNotModified(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))
}
