import type { Block } from 'notion-types'

import { plainText } from '../../site/rich-text.ts'

/** Says that something is left out where it would stand. */
export function CutNote({ block }: { block: Block }) {
  return <p className="note">{plainText(block.properties?.title)}</p>
}
