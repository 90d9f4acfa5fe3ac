/** A page's path, encoded for a URL. `?` and `#` are encoded too, as they are part of the path. */
export function encodePath(path: string): string {
  return encodeURI(path).replaceAll('?', '%3F').replaceAll('#', '%23')
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
