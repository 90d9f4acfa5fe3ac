import { type EmbedSite, embedSites } from './embed-sites.ts'

/** Embedded content of another site. */
export interface EmbedFrame {
  /** URL of the frame: always https and a host of the list. */
  src: string
  /** The site's name. */
  name: string
  /** Width divided by height, or a height in pixels for players and forms. */
  ratio?: number
  height?: number
  /** Whether the page reserves space for the frame before it loads, as for all videos. */
  isFilm: boolean
}

/** Frame sources of the Content-Security-Policy: exactly the hosts of `embedSites`. */
export const frameSources: string[] = [
  ...new Set(embedSites.flatMap(({ frameHosts }) => frameHosts.map((host) => `https://${host}`)))
]

/**
 * The frame for a URL; undefined if its site is not in the list or the URL has nothing to embed.
 */
export function embedFrame(address: string | undefined): EmbedFrame | undefined {
  if (!address || !URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  const host = url.hostname.replace(/^www\./, '')
  const site = embedSites.find(({ hosts }) => hosts.some((pattern) => isHost(host, pattern)))
  const src = site?.frame(url)
  if (!site || !src || !isFrameOf(site, src)) return undefined
  const { name, ratio, height, isFilm = false } = site
  return { src, name, isFilm, ...(ratio && { ratio }), ...(height && { height }) }
}

/** Compares parsed hosts, so that look-alike names, ports and user parts are rejected. */
function isFrameOf(site: EmbedSite, src: string): boolean {
  const url = new URL(src)
  const isPlain = url.protocol === 'https:' && url.port === '' && url.username === ''
  return isPlain && site.frameHosts.some((pattern) => isHost(url.hostname, pattern))
}

function isHost(host: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern
}
