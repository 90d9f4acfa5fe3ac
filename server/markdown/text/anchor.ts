import type { Html } from 'mdast'

import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { html } from './html.ts'

/** The fragment of links to a block. */
export function anchorName(blockId: string): string {
  return undashId(blockId)
}

/** The anchor of a block. */
export function anchorTag(blockId: string): Html {
  return html(`<a id="${anchorName(blockId)}"></a>`)
}
