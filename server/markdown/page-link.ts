import type { BlockContent } from 'mdast'
import type { Block } from 'notion-types'

import { isAddress } from '../../site/notion/files/file-sources.ts'
import type { BlockScope } from './block-scope.ts'
import { htmlComment } from './text/html.ts'
import { linked, paragraph } from './text/markdown-text.ts'

/** A link to a page with its icon and title; without a link target, its icon and title alone. */
export function pageLink(pageId: string, block: Block, scope: BlockScope): BlockContent[] {
  const title = scope.nameOf(pageId)
  if (title === undefined) return [htmlComment(`${block.type} ${pageId}: it is not in the mirror`)]

  const icon: unknown = scope.blocks.get(pageId)?.format?.page_icon
  const emoji = typeof icon === 'string' && !isAddress(icon) ? icon : ''
  const label = [emoji, titleText(title)].filter(Boolean).join(' ')
  return paragraph(linked(scope.pageLink(pageId), label))
}

/** A title on one line; `Untitled` if it is empty. */
export function titleText(title: string): string {
  return title.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim() || 'Untitled'
}
