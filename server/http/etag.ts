import { hash } from 'node:crypto'

/** Identifies a body: the start of its SHA-256, 22 characters of base64url. */
export function tagOf(body: string | Buffer): string {
  return hash('sha256', body, 'base64url').slice(0, 22)
}

/** A strong ETag of a body. */
export function etagOf(body: string | Buffer): string {
  return `"${tagOf(body)}"`
}

/** Whether `If-None-Match`, a list or `*`, contains a tag, which caches may have weakened. */
export function isNotModified(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))
}
