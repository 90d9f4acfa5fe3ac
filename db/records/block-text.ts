import type { Block, Decoration } from 'notion-types'

import type { NameOf } from '../../site/notion/text/mentions.ts'
import { plainText } from '../../site/notion/text/rich-text.ts'

/** Properties that contain addresses, sizes and flags instead of text. */
const textlessProperties = new Set(['source', 'link', 'size', 'language', 'checked'])

/**
 * Returns the text of one block, one line per property: title, caption, table cells or property
 * values, in the record's order. `nameOf` resolves the ids of mentions.
 */
export function blockText(block: Block, nameOf: NameOf): string {
  return Object.entries((block.properties ?? {}) as Record<string, Decoration[]>)
    .filter(([key]) => !textlessProperties.has(key))
    .map(([, value]) => plainText(value, nameOf).trim())
    .filter(Boolean)
    .join('\n')
}
