import { undashId } from '../../../site/notion/blocks/notion-id.ts'

/** The fragment of links to a block. */
export function anchorName(blockId: string): string {
  return undashId(blockId)
}

/** The anchor of a block as HTML: Markdown has no syntax for anchors. */
export function anchorTag(blockId: string): string {
  return `<a id="${anchorName(blockId)}"></a>`
}
