import type { Block } from 'notion-types'

import { type BlockScope, type BlockWriter, markdownOf, stacked, wordsOf } from './block-scope.ts'
import { destination, escapeInline } from './escape.ts'
import { externalObject } from './external-object.ts'

/** A picture from the export's own files, with its caption below; one that is missing keeps its address. */
export const image: BlockWriter = (block, scope) => {
  const source = sourceOf(block)
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
  const source = sourceOf(block)
  const external = externalObject(block)
  const title = escapeInline(wordsOf(block, scope) || external.title || lastPart(source ?? ''))
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

function sourceOf(block: Block): string | undefined {
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

/** What a reader recognises of an address: the file's name, or the host. */
function lastPart(address: string): string {
  if (address.startsWith('attachment:')) return address.split(':').at(-1) ?? address
  if (!URL.canParse(address)) return address
  const { hostname, pathname } = new URL(address)
  const name = pathname.split('/').at(-1) ?? ''
  return /\.\w{2,5}$/.test(name) ? name : hostname || address
}

type Texts = Partial<Record<'link' | 'source', [unknown?][]>>

interface CardFormat {
  drive_properties?: { url?: unknown }
  original_url?: unknown
  uri?: unknown
  display_source?: unknown
}
