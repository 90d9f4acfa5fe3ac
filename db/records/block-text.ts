import type { Block, Decoration } from 'notion-types'

import type { NameOf } from '../../site/notion/text/mentions.ts'
import { plainText } from '../../site/notion/text/rich-text.ts'

/** Properties that hold addresses, sizes and switches, not words. */
const wordless = new Set(['source', 'link', 'size', 'language', 'checked'])

/**
 * The words of one block: its title, caption, table cells or property values, in the record's
 * order. `nameOf` writes out what is mentioned by id.
 */
export function blockText(block: Block, nameOf: NameOf): string {
  return Object.entries((block.properties ?? {}) as Record<string, Decoration[]>)
    .filter(([key]) => !wordless.has(key))
    .map(([, value]) => plainText(value, nameOf).trim())
    .filter(Boolean)
    .join('\n')
}
