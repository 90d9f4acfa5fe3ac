import type { Block, Decoration } from 'notion-types'

import { linkedIds, originalIds } from '../notion/blocks/block-references.ts'
import { isFields } from '../notion/is-fields.ts'
import { plainText } from '../notion/text/rich-text.ts'

/**
 * A block without what it has copied from a spoiler that it links to: the former title in an alias, the
 * title and description in a bookmark or in the mention of a link.
 */
export function withoutLinkTexts(block: Block, isSpoiler: (id: string) => boolean): Block {
  const { properties } = block
  if (block.type === 'alias' && originalIds(block).some(isSpoiler)) {
    return { ...block, properties: undefined } as Block
  }
  if (!properties) return block
  if (block.type === 'bookmark' && leadsToSpoiler(plainText(properties.link), isSpoiler)) {
    const { link } = properties
    return { ...block, properties: { link }, format: undefined } as unknown as Block
  }
  if (!JSON.stringify(properties).includes('"lm"')) return block
  const bare = Object.entries(properties).map(([id, text]) => [
    id,
    withBareMentions(text, isSpoiler)
  ])
  return { ...block, properties: Object.fromEntries(bare) as Block['properties'] } as Block
}

/** A text whose mentions of links to spoilers contain nothing but the address. */
function withBareMentions(text: unknown, isSpoiler: (id: string) => boolean): unknown {
  if (!Array.isArray(text)) return text
  return text.map((part: unknown) => {
    if (!Array.isArray(part) || !Array.isArray(part[1])) return part as unknown
    const [words, marks] = part as unknown as [string, [string, unknown][]]
    return [
      words,
      marks.map((mark) => (isMention(mark, isSpoiler) ? bare(mark) : mark))
    ] as Decoration
  })
}

function isMention([kind, link]: [string, unknown], isSpoiler: (id: string) => boolean): boolean {
  return kind === 'lm' && isFields(link) && leadsToSpoiler(link['href'], isSpoiler)
}

const bare = ([kind, link]: [string, unknown]) => [kind, { href: (link as { href: string }).href }]

function leadsToSpoiler(address: unknown, isSpoiler: (id: string) => boolean): boolean {
  return typeof address === 'string' && linkedIds(address).some(isSpoiler)
}
