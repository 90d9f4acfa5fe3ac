import ipaddr from 'ipaddr.js'

import { CloneError } from './clone-error.ts'

const FILE = 'mirror.db'

/**
 * The address of a site's mirror: the site's own with `/mirror.db`, unless that is there already.
 * Undefined for what is no address that may be asked.
 */
export function mirrorAddress(site: string): URL | undefined {
  if (!URL.canParse(site)) return undefined
  const url = new URL(site)
  url.search = ''
  url.hash = ''
  if (!url.pathname.endsWith(`/${FILE}`)) {
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/${FILE}`
  }
  return mayBeAsked(url) ? url : undefined
}

/** Where a redirect leads. Throws `CloneError` when it leaves https, or leads from outside to this machine. */
export function redirected(from: URL, location: string): URL {
  const url = URL.canParse(location, from) ? new URL(location, from) : undefined
  if (url && mayBeAsked(url) && (url.protocol === 'https:' || isLoopback(from))) return url
  throw new CloneError(`${from.href} redirects to "${location}", which is not asked: not https`)
}

/** Unencrypted only on this machine: nobody on the way can put another file in its place. */
function mayBeAsked(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
}

function isLoopback({ hostname }: URL): boolean {
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (!ipaddr.isValid(literal)) return hostname === 'localhost'
  return ipaddr.process(literal).range() === 'loopback'
}
