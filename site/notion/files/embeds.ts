import { type EmbedSite, embedSites } from './embed-sites.ts'

/** What another site shows inside a page. */
export interface EmbedFrame {
  /** Address of the frame, always https and of a host of the list. */
  src: string
  /** The site's own name. */
  name: string
  /** Width by height, or a height in pixels for players and forms. */
  ratio?: number
  height?: number
  /** Its room is kept from the start, as a film's is everywhere. */
  isFilm: boolean
}

/** Sources of frames for the Content-Security-Policy: exactly the hosts that can be asked for. */
export const frameSources: string[] = [
  ...new Set(embedSites.flatMap(({ frameHosts }) => frameHosts.map((host) => `https://${host}`)))
]

/** The frame of an address, when its site is one of the list and the address shows something of it. */
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

/** By parsed hosts: a look-alike name, a port or a user part is of another site. */
function isFrameOf(site: EmbedSite, src: string): boolean {
  const url = new URL(src)
  const isPlain = url.protocol === 'https:' && url.port === '' && url.username === ''
  return isPlain && site.frameHosts.some((pattern) => isHost(url.hostname, pattern))
}

function isHost(host: string, pattern: string): boolean {
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern
}
