import type { Block } from 'notion-types'

import { decodePart } from '../../addresses/decode-part.ts'

/** The URL that a media block shows or links to, as in its record. */
export function mediaSource(block: Block): string | undefined {
  const { properties, format } = block as { properties?: Texts; format?: CardFormat }
  const found = [
    properties?.link?.[0]?.[0],
    properties?.source?.[0]?.[0],
    format?.drive_properties?.url,
    format?.original_url,
    format?.uri,
    format?.display_source
  ]
  return found.find((value): value is string => typeof value === 'string' && value !== '')
}

/** A short name for a URL: its file name, or the host. */
export function addressName(address: string): string {
  if (address.startsWith('attachment:')) return address.split(':').at(-1) ?? address
  if (address.startsWith('/')) return address.split('/').at(-1) || address
  if (!URL.canParse(address)) return address
  const { hostname, pathname } = new URL(address)
  const isProxied = hostname === 'img.notionusercontent.com'
  const name = isProxied ? proxiedName(pathname) : (pathname.split('/').at(-1) ?? '')
  return fileName.test(name) ? decodePart(name) : hostname
}

/** The name of a file in a property: the text in the record, or that of the address if there is none. */
export function propertyFileName(name: unknown, address: string): string {
  return typeof name === 'string' ? name : addressName(address)
}

const fileName = /\.\w{2,5}$/

/**
 * Notion's image proxy has the encoded path of the file as one path segment, followed by the size.
 */
function proxiedName(pathname: string): string {
  return (
    decodePart(pathname)
      .split('/')
      .findLast((part) => fileName.test(part)) ?? ''
  )
}

/** The host of an absolute URL, without `www.`. */
export function hostName(address: string): string {
  return new URL(address).hostname.replace(/^www\./, '')
}

type Texts = Partial<Record<'link' | 'source', [unknown?][]>>

interface CardFormat {
  drive_properties?: { url?: unknown }
  original_url?: unknown
  uri?: unknown
  display_source?: unknown
}
