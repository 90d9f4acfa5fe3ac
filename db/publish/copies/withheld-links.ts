import { parseId, undashId } from '../../../site/notion/blocks/notion-id.ts'
import type { SpoilerUnits } from './spoiler-units.ts'

const DIGITS = '[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const hasDigits = new RegExp(DIGITS, 'i')
/** The last part of a path that ends with an id: a letter or digit before it is no name. */
const namedIds = new RegExp(
  `(?<=/)(?:[^\\s"'/\\\\?#<>]*?[^\\s"'/\\\\?#<>0-9a-z])??(${DIGITS})`,
  'gi'
)

/**
 * A record whose links do not name spoilers: workspace URLs contain the names of pages
 * (`/Name-of-the-page-<id>`), and so do addresses of the site.
 */
export function withoutSlugs<T>(record: T, { paths, formerUrls }: SpoilerUnits): T {
  const text = JSON.stringify(record)
  const hasUrls = formerUrls.size > 0 && text.includes('://')
  if (!hasUrls && !hasDigits.test(text)) return record
  const neutral = text.replaceAll(namedIds, (address, digits: string) => {
    const id = parseId(digits)
    return id !== undefined && paths.has(id) ? undashId(id) : address
  })
  const own = hasUrls
    ? neutral.replaceAll(siteUrls, (url, rest: string) => formerUrls.get(plainUrl(rest)) ?? url)
    : neutral
  return JSON.parse(own) as T
}

const siteUrls = /https?:\/\/([^\s"'\\?#<>]+)/gi

/** Paths are kept in NFC, decoded and without a last slash. */
function plainUrl(url: string): string {
  try {
    return decodeURIComponent(url).normalize('NFC').replace(/\/$/, '')
  } catch (error) {
    // No page has a path that cannot be decoded.
    if (error instanceof URIError) return url
    throw error
  }
}
