import type { Block, Decoration } from 'notion-types'

import { isPage, linkedPageId, pictureLink } from '../../site/notion/blocks/block-references.ts'
import { isStoredFile } from '../../site/notion/files/file-sources.ts'
import { linkOf } from '../../site/notion/text/mentions.ts'
import { marksOf } from '../../site/notion/text/rich-text.ts'
import type { linkKinds } from '../schema/page-tables.ts'

/** A link of a block. */
export interface BlockLink {
  kind: (typeof linkKinds)[number]
  /** Id of the target page or block; null for an address outside the workspace. */
  target_id: string | null
  url: string | null
  text: string | null
}

/** Block types whose source is their own file and therefore not a link. */
const fileTypes = new Set<string>(['image', 'file', 'audio', 'pdf'])

/**
 * Returns every link of a block, in the record's order. `typeOf` returns the types of a row's
 * properties: a page in a relation is a `relation`, an address in a file property is no link.
 */
export function linksOf(
  block: Block,
  typeOf: (propertyId: string) => string | undefined
): BlockLink[] {
  const properties = Object.entries((block.properties ?? {}) as Record<string, Decoration[]>)
  return [
    ...(isPage(block) ? [toTarget('sub_page', block.id)] : []),
    ...pointers(block),
    ...properties.flatMap(([id, value]) => propertyLinks(value, typeOf(id) ?? 'text')),
    ...sourceLinks(block),
    ...toAddress('text_link', pictureLink(block))
  ]
}

function pointers({ format }: Block): BlockLink[] {
  const named: [kind: BlockLink['kind'], id: unknown][] = [
    ['synced', format?.transclusion_reference_pointer?.id],
    ['alias', format?.alias_pointer?.id]
  ]
  return named.flatMap(([kind, id]) => (typeof id === 'string' ? [toTarget(kind, id)] : []))
}

function propertyLinks(value: Decoration[], type: string): BlockLink[] {
  if (!Array.isArray(value) || type === 'file') return []
  const mention = type === 'relation' ? 'relation' : 'mention'
  const links = value.flatMap((part) => [
    ...marksOf([part], 'p').flatMap((id) =>
      typeof id === 'string' ? [toTarget(mention, id)] : []
    ),
    ...marksOf([part], 'a').flatMap((url) => toAddress('text_link', url, part[0])),
    ...marksOf([part], 'lm').flatMap(linkMention)
  ])
  return type === 'url' ? [...links, ...toAddress('text_link', value[0]?.[0])] : links
}

function linkMention(value: unknown): BlockLink[] {
  const { href, title } = linkOf(value)
  return toAddress('mention', href, title)
}

/** The targets of bookmarks and embeds. */
function sourceLinks(block: Block): BlockLink[] {
  const { link, source }: Record<string, Decoration[] | undefined> = block.properties ?? {}
  const { original_url: original }: { original_url?: unknown } = block.format ?? {}
  const bookmark = [...toAddress('bookmark', link?.[0]?.[0]), ...toAddress('bookmark', original)]
  const shown = source?.[0]?.[0]
  const isEmbed = !fileTypes.has(block.type) && !isPage(block) && !isStoredFile(shown)
  return isEmbed ? [...bookmark, ...toAddress('embed', shown)] : bookmark
}

function toTarget(kind: BlockLink['kind'], id: string): BlockLink {
  return { kind, target_id: id, url: null, text: null }
}

function toAddress(kind: BlockLink['kind'], url: unknown, text?: unknown): BlockLink[] {
  if (typeof url !== 'string' || url === '') return []
  const label = typeof text === 'string' && text !== '' && text !== url ? text : null
  return [{ kind, target_id: linkedPageId(url) ?? null, url, text: label }]
}
