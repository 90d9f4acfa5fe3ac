import type { Block } from 'notion-types'

import { decodePart } from '../../addresses/decode-part.ts'
import { fieldsOf } from '../is-fields.ts'

/** Fields of `format` in which Notion stores the address of what a block shows. */
const addressFields = ['original_url', 'uri', 'display_source', 'url', 'link']

/** The URL that a media block shows or links to, as in its record. */
export function mediaSource(block: Block): string | undefined {
  return blockAddresses(block)[0]
}

/** The URLs in the record of a block, that of what it shows first. */
export function blockAddresses(block: Block): string[] {
  const { properties } = block as { properties?: Texts }
  const format = fieldsOf(block.format)
  const found = [
    properties?.link?.[0]?.[0],
    properties?.source?.[0]?.[0],
    fieldsOf(format['drive_properties'])['url'],
    ...addressFields.map((name) => format[name])
  ]
  return found.filter((value): value is string => typeof value === 'string' && value !== '')
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
