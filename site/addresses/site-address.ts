/** A page's path, encoded for a URL. `?` and `#` are encoded too, as they are part of the path. */
export function encodePath(path: string): string {
  return encodeURI(path).replaceAll('?', '%3F').replaceAll('#', '%23')
}

/**
 * A path without the slashes at its end, but with its first one. In linear time: the pattern `/\/+$/` takes
 * seconds for the slashes inside a path of 16 kB, which any visitor can send.
 */
export function withoutSlashes(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

/**
 * The absolute, normalized URL of an address in a page: a path of the site, or a URL. `domain` is as for
 * `siteAddress`.
 */
export function absoluteAddress(domain: string, address: string): string {
  return new URL(address.startsWith('/') ? siteAddress(domain, address) : address).href
}

/** The absolute URL of an encoded path of the site. `domain` may have a base path at its end. */
export function siteAddress(domain: string, href: string): string {
  // Not `new URL(href, …)`: a path that starts with two slashes would name another host.
  return `https://${domain}${href}`
}

/**
 * The path of the site that an address names: a path, or a URL on `domain`, which is as for
 * `siteAddress`. Decoded, in NFC and lower case, without a last slash and the ending of a file of the
 * page; undefined for any other address.
 */
export function ownPath(domain: string, address: string): string | undefined {
  const site = new URL(`https://${domain}/`)
  const isPath = address.startsWith('/') && !address.startsWith('//')
  const absolute = isPath ? `${site.origin}${address}` : address
  if (!URL.canParse(absolute, site.href) || !/^(https?:)?\//i.test(address)) return undefined
  const url = new URL(absolute, site.href)
  if (url.host !== site.host) return undefined
  const base = site.pathname.replace(/\/$/, '')
  const isBelow = url.pathname.startsWith(`${base}/`)
  // A path in a text is one of the site, with or without the base path.
  if (!isBelow && !isPath) return undefined
  const path = isBelow ? url.pathname.slice(base.length) : url.pathname
  return decodePath(path)
    ?.normalize('NFC')
    .toLowerCase()
    .replace(/\/$|\.(md|html)$/, '')
}

/** A percent-encoded path as text; undefined when it is not valid UTF-8: no page has such a path. */
export function decodePath(encoded: string): string | undefined {
  try {
    // The value must be used: bundlers treat the call as free of side effects and would drop it.
    return decodeURIComponent(encoded)
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}
