/** A page's path, encoded for a URL. `?` and `#` are encoded too, as they are part of the path. */
export function encodePath(path: string): string {
  return encodeURI(path).replaceAll('?', '%3F').replaceAll('#', '%23')
}

/** The absolute URL of an encoded path of the site. */
export function siteAddress(domain: string, href: string): string {
  // Not `new URL(href, …)`: a path that starts with two slashes would name another host.
  return `https://${domain}${href}`
}
