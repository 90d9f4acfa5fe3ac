import type { Block } from 'notion-types'

import { plainText } from '../../site/rich-text.ts'
import { externalTitle } from './Mention.tsx'
import { Placeholder } from './Placeholder.tsx'
import { RichText } from './RichText.tsx'
import { fileHref, usePage } from './page-context.ts'

const kindNames = new Map([
  ['audio', 'Audio'],
  ['bookmark', 'Link'],
  ['drive', 'Document'],
  ['external_object_instance', 'Link'],
  ['figma', 'Design'],
  ['file', 'File'],
  ['maps', 'Map'],
  ['pdf', 'PDF'],
  ['tweet', 'Post'],
  ['video', 'Video']
])

/** A file, film, site or embed as a card that leads to it; nothing of it is loaded into the page. */
export function LinkCard({ block }: { block: Block }) {
  const page = usePage()
  const address = sourceOf(block)
  const target = address ? fileHref(page, address, block) : undefined
  const title = cardTitle(block, address)
  if (!title) return <Placeholder block={block} />

  const body = (
    <>
      <span className="card-kind">{kindNames.get(block.type) ?? 'Embed'}</span>
      <span className="card-title">{title}</span>
      <CardDetail block={block} host={target?.isExternal ? hostOf(target.href) : undefined} />
    </>
  )
  return (
    <figure className="card-figure">
      {target ? (
        <a className="card" href={target.href} rel="noopener noreferrer">
          {body}
        </a>
      ) : (
        <span className="card">{body}</span>
      )}
      <Caption block={block} />
    </figure>
  )
}

function CardDetail({ block, host }: { block: Block; host: string | undefined }) {
  const size = plainText(block.properties?.size)
  const description = plainText(block.properties?.description)
  const facts = [host, size].filter(Boolean).join(' · ')
  return (
    <>
      {description && <span className="card-text">{description}</span>}
      {facts && <span className="card-host">{facts}</span>}
    </>
  )
}

function Caption({ block }: { block: Block }) {
  const caption: unknown = block.properties?.caption
  return caption ? (
    <figcaption>
      <RichText value={caption} />
    </figcaption>
  ) : null
}

function sourceOf(block: Block): string | undefined {
  const { properties, format } = block as { properties?: Texts; format?: CardFormat }
  const source =
    properties?.link?.[0]?.[0] ??
    properties?.source?.[0]?.[0] ??
    format?.drive_properties?.url ??
    format?.original_url ??
    format?.uri ??
    format?.display_source
  return typeof source === 'string' && source !== '' ? source : undefined
}

function cardTitle(block: Block, address: string | undefined): string {
  const drive: unknown = block.format?.drive_properties?.title
  return (
    plainText(block.properties?.title) ||
    externalTitle(block.format) ||
    (typeof drive === 'string' ? drive : '') ||
    (address ? lastPart(address) : '')
  )
}

/** What a reader recognises of an address: the file's name, or the host. */
function lastPart(address: string): string {
  if (address.startsWith('attachment:')) return address.split(':').at(-1) ?? address
  if (!URL.canParse(address)) return address
  const { hostname, pathname } = new URL(address)
  const name = pathname.split('/').at(-1) ?? ''
  return /\.\w{2,5}$/.test(name) ? readable(name) : hostname
}

function readable(name: string): string {
  // A stray percent sign makes an address that cannot be decoded; it is still a name.
  return /%(?![0-9a-f]{2})/i.test(name) ? name : new URLSearchParams(`n=${name}`).get('n') || name
}

function hostOf(address: string): string {
  return new URL(address).hostname.replace(/^www\./, '')
}

type Texts = Partial<Record<'link' | 'source', [unknown?][]>>

interface CardFormat {
  drive_properties?: { url?: unknown }
  original_url?: unknown
  uri?: unknown
  display_source?: unknown
}
