import type { Block } from 'notion-types'

import { isAddress } from '../../site/notion/files/file-sources.ts'
import { type BlockScope, remark } from './block-scope.ts'
import { escapeInline } from './text/escape.ts'

/** A link to a page with its icon and title; where the mirror has no such page, its title alone. */
export function pageTitleLink(pageId: string, block: Block, scope: BlockScope): string {
  const title = scope.nameOf(pageId)
  if (title === undefined) return remark(`${block.type} ${pageId}: it is not in the mirror`)

  const icon: unknown = scope.blocks.get(pageId)?.format?.page_icon
  const emoji = typeof icon === 'string' && !isAddress(icon) ? icon : ''
  const label = [emoji, titleText(title)].filter(Boolean).join(' ')
  const link = scope.pageLink(pageId)
  return link === undefined ? label : `[${label}](${link})`
}

/** A title as it stands in a line; one that is empty gets a name that can be followed. */
export function titleText(title: string): string {
  return escapeInline(title.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()) || 'Untitled'
}
