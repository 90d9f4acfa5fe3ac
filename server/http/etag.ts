import { createHash } from 'node:crypto'

/** A strong ETag: the start of the body's SHA-256. */
export function etagOf(body: string | Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

/** Whether `If-None-Match`, a list or `*`, contains a tag, which caches may have weakened. */
export function isNotModified(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))
}
