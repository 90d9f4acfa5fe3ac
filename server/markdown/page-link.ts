import type { Block } from 'notion-types'

import { isAddress } from '../../site/notion/files/file-sources.ts'
import { type BlockScope, htmlComment } from './block-scope.ts'
import { escapeInline } from './text/escape.ts'

/** A link to a page with its icon and title; without a link target, its icon and title alone. */
export function pageLink(pageId: string, block: Block, scope: BlockScope): string {
  const title = scope.nameOf(pageId)
  if (title === undefined) return htmlComment(`${block.type} ${pageId}: it is not in the mirror`)

  const icon: unknown = scope.blocks.get(pageId)?.format?.page_icon
  const emoji = typeof icon === 'string' && !isAddress(icon) ? icon : ''
  const label = [emoji, titleText(title)].filter(Boolean).join(' ')
  const link = scope.pageLink(pageId)
  return link === undefined ? label : `[${label}](${link})`
}

/** A title on one line; `Untitled` if it is empty. */
export function titleText(title: string): string {
  return escapeInline(title.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()) || 'Untitled'
}
