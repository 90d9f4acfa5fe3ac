import { addressName, mediaSource } from '../../site/notion/files/media-source.ts'
import { type BlockScope, type BlockWriter, markdownOf, stacked, wordsOf } from './block-scope.ts'
import { destination, escapeInline } from './text/escape.ts'
import { externalObject } from '../../site/notion/blocks/external-object.ts'

/** A picture from the export's own files, with its caption below; one that is missing keeps its address. */
export const image: BlockWriter = (block, scope) => {
  const source = mediaSource(block)
  const caption = wordsOf(block, scope, 'caption')
  const given: unknown = (block.format as { alt_text?: unknown } | undefined)?.alt_text
  const names = new Set([typeof given === 'string' ? given : '', wordsOf(block, scope)])
  const alt = [...names].filter(Boolean).join(', ') || caption
  const target = source === undefined ? undefined : fileTarget(source, scope)
  const picture = target === undefined ? escapeInline(alt) : `![${escapeInline(alt)}](${target})`
  return stacked(picture, markdownOf(block, scope, { property: 'caption' }), scope.content(block))
}

/** A file, film, site or embed as a link that leads to it, with what is said of it. */
export const linkCard: BlockWriter = (block, scope) => {
  const source = mediaSource(block)
  const external = externalObject(block)
  const title = escapeInline(
    wordsOf(block, scope) || external.title || (source ? addressName(source) : '')
  )
  const target = source === undefined ? undefined : fileTarget(source, scope)
  const label = title || escapeInline(block.type.replaceAll('_', ' '))
  return stacked(
    target === undefined ? label : `[${label}](${target})`,
    markdownOf(block, scope, { property: 'description' }),
    markdownOf(block, scope, { property: 'caption' }),
    scope.content(block)
  )
}

/** The stored file, or else the address itself, which tells at least what is missing. */
function fileTarget(source: string, scope: BlockScope): string | undefined {
  const isScript = /^\s*(javascript|vbscript|data):/i.test(source)
  return scope.link(source) ?? (isScript ? undefined : destination(source))
}
