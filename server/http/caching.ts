import { hash } from 'node:crypto'

/** Digits of a hash that name a version: enough that two versions of one thing differ. */
const MIN_VERSION_DIGITS = 8

/** `Cache-Control` of an answer whose address names its version: caches need never ask again. */
export const immutableCaching = 'public, max-age=31536000, immutable'

/** Whether `version`, as an address gives it, is the start of the hash of this content. */
export function isVersionOf(digest: string, version = ''): boolean {
  return version.length >= MIN_VERSION_DIGITS && digest.startsWith(version)
}

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
