import { type Encoding, encodings } from '../finished-response.ts'

/** Visitors send few different values, so each is parsed once. */
const MAX_KNOWN = 500
const known = new Map<string | undefined, Encoding[]>()

/**
 * The encodings that `Accept-Encoding` allows, the smallest first; the last is always identity
 * (RFC 9110, 12.5.3). Identity is sent even if it is forbidden: a page is better than an error.
 */
export function acceptedEncodings(header: string | undefined): Encoding[] {
  const found = known.get(header)
  if (found) return found
  const accepted = parse(header ?? '')
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(header, accepted)
  return accepted
}

function parse(header: string): Encoding[] {
  const qualities = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim())
    const quality = parameters.find((each) => each.startsWith('q='))?.slice(2)
    qualities.set(name, quality === undefined ? 1 : Number(quality))
  }
  const qualityOf = (name: string) => qualities.get(name) ?? qualities.get('*') ?? 0
  return encodings.filter((name) => name === 'identity' || qualityOf(name) > 0)
}
