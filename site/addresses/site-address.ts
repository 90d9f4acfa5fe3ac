/** A page's path as an address has it: also what would begin a query or a fragment is part of it. */
export function encodePath(path: string): string {
  return encodeURI(path).replaceAll('?', '%3F').replaceAll('#', '%23')
}

/** The full address of an encoded path of the site, such as machines are told. */
export function siteAddress(domain: string, href: string): string {
  // Not by `new URL(href, …)`: a path that begins with two slashes would name another host.
  return `https://${domain}${href}`
}
