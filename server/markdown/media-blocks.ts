import { addressName, mediaSource } from '../../site/notion/files/media-source.ts'
import { type BlockScope, type BlockWriter, markdownOf, stacked, lineOf } from './block-scope.ts'
import { destination, escapeInline } from './text/escape.ts'
import { externalObject } from '../../site/notion/blocks/external-object.ts'

/**
 * A picture with its caption below. It links to the stored file, or to the address if that is
 * missing.
 */
export const image: BlockWriter = (block, scope) => {
  const source = mediaSource(block)
  const caption = lineOf(block, scope, 'caption')
  const given: unknown = (block.format as { alt_text?: unknown } | undefined)?.alt_text
  const names = new Set([typeof given === 'string' ? given : '', lineOf(block, scope)])
  const alt = [...names].filter(Boolean).join(', ') || caption
  const target = source === undefined ? undefined : fileTarget(source, scope)
  const picture = target === undefined ? escapeInline(alt) : `![${escapeInline(alt)}](${target})`
  return stacked(picture, markdownOf(block, scope, { property: 'caption' }), scope.content(block))
}

/** A file, video, bookmark or embed as a link with description and caption. */
export const linkCard: BlockWriter = (block, scope) => {
  const source = mediaSource(block)
  const external = externalObject(block)
  const title = escapeInline(
    lineOf(block, scope) || external.title || (source ? addressName(source) : '')
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

/** The stored file, or the address, which at least names the missing file. */
function fileTarget(source: string, scope: BlockScope): string | undefined {
  const isScript = /^\s*(javascript|vbscript|data):/i.test(source)
  return scope.link(source) ?? (isScript ? undefined : destination(source))
}
