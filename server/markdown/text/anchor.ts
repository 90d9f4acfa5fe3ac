import { undashId } from '../../../site/notion/blocks/notion-id.ts'

/** What a link to a block has behind the name of its page's file. */
export function anchorName(blockId: string): string {
  return undashId(blockId)
}

/** The place that such a link leads to; Markdown has no form of its own for it. */
export function anchorTag(blockId: string): string {
  return `<a id="${anchorName(blockId)}"></a>`
}
