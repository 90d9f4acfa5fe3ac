import type { PhrasingContent } from 'mdast'

import { pictureLink } from '../../site/notion/blocks/block-references.ts'
import { addressName, mediaSource } from '../../site/notion/files/media-source.ts'
import { type BlockScope, type BlockWriter, lineOf, propertyOf } from './block-scope.ts'
import { destination } from './text/destination.ts'
import { linked, paragraph } from './text/markdown-text.ts'
import { externalObject, objectFacts } from '../../site/notion/blocks/external-object.ts'

/**
 * A picture with its caption below: the stored file, or the address if that is missing. It links to
 * the address in its record, if any.
 */
export const image: BlockWriter = (block, scope) => {
  const source = mediaSource(block)
  const caption = lineOf(block, scope, 'caption')
  const given: unknown = (block.format as { alt_text?: unknown } | undefined)?.alt_text
  const texts = ['alt_text', 'title'].map((property) => lineOf(block, scope, property))
  const names = new Set([typeof given === 'string' ? given : '', ...texts])
  const alt = [...names].filter(Boolean).join(', ') || caption
  const url = source === undefined ? undefined : fileTarget(source, scope)
  const text: PhrasingContent[] = alt === '' ? [] : [{ type: 'text', value: alt }]
  const shown: PhrasingContent[] = url === undefined ? text : [{ type: 'image', url, alt }]
  const target = shown.length === 0 ? undefined : scope.link(pictureLink(block) ?? '')
  return [
    ...paragraph(target === undefined ? shown : [{ type: 'link', url: target, children: shown }]),
    ...propertyOf(block, scope, 'caption'),
    ...scope.content(block)
  ]
}

/** A file, video, bookmark or embed as a link with description and caption. */
export const linkCard: BlockWriter = (block, scope) => {
  const source = mediaSource(block)
  const title =
    lineOf(block, scope) || externalObject(block).title || (source ? addressName(source) : '')
  const target = source === undefined ? undefined : fileTarget(source, scope)
  const facts = objectFacts(block).join(' · ')
  return [
    ...paragraph(linked(target, title || block.type.replaceAll('_', ' '))),
    ...paragraph(facts === '' ? [] : linked(undefined, facts)),
    ...propertyOf(block, scope, 'description'),
    ...propertyOf(block, scope, 'caption'),
    ...scope.content(block)
  ]
}

/**
 * The stored file, or the address, which at least names the missing file. Addresses of local files and of
 * other programs are no links.
 */
function fileTarget(source: string, scope: BlockScope): string | undefined {
  const [, scheme = ''] = /^\s*([a-z][a-z0-9+.-]*):/i.exec(source) ?? []
  const isNamed = scheme === '' || /^(https?|attachment|notion)$/i.test(scheme)
  return scope.link(source) ?? (isNamed ? destination(source) : undefined)
}
