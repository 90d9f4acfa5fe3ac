import { isLoopback } from '../../config/is-loopback.ts'
import { CloneError } from './clone-error.ts'

const FILE = 'mirror.db'

/**
 * The URL of a site's mirror: that of the site followed by `/mirror.db`, unless it ends so already.
 * Undefined for an invalid URL and for http to another machine.
 */
export function mirrorAddress(site: string): URL | undefined {
  if (!URL.canParse(site)) return undefined
  const url = new URL(site)
  url.search = ''
  url.hash = ''
  if (!url.pathname.endsWith(`/${FILE}`)) {
    url.pathname = `${url.pathname.replace(/\/+$/, '')}/${FILE}`
  }
  return isAllowed(url) ? url : undefined
}

/** The target of a redirect. Throws `CloneError` when it is not https; http is allowed on this machine. */
export function redirectTarget(from: URL, location: string): URL {
  const url = URL.canParse(location, from) ? new URL(location, from) : undefined
  if (url && isAllowed(url) && (url.protocol === 'https:' || isLoopback(from))) return url
  throw new CloneError(
    `${from.href} redirects to "${location}", which is not an https address; contact the operator of the site`
  )
}

/** http only to this machine: elsewhere the file could be replaced in transit. */
function isAllowed(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))
}
