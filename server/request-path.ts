import { ApiError } from './errors.ts'

/** The path of a request as people write it. A path that is no plain text is refused. */
export function pathOf(url: string): string {
  const encoded = url.split('?')[0] ?? '/'
  try {
    const path = decodeURIComponent(encoded).normalize('NFC')
    if (path.startsWith('//') || /[\p{Cc}\\]/u.test(path)) throw new ApiError('bad_request')
    return path
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError('bad_request')
  }
}

/** The query string of a request with its question mark; empty when it has none. */
export function searchOf(url: string): string {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start)
}

/**
 * An address that the router can read: one that is no text, such as `/%ff`, with its signs encoded
 * once more. Otherwise the router would refuse it before any hook or error page of ours.
 */
export function readableUrl(url: string): string {
  const [path = ''] = url.split('?')
  try {
    decodeURIComponent(path)
    return url
  } catch (error) {
    if (error instanceof URIError) return path.replaceAll('%', '%25')
    throw error
  }
}
