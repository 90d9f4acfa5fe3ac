import type { Block } from 'notion-types'

import { isPage } from '../../../site/notion/blocks/block-references.ts'
import type { PageModel } from '../../../site/pages/page-model.ts'
import type { PreparedBlocks } from '../prepare/prepare-blocks.ts'

/** Ids of sub-pages whose links were truncated; the foot of the page links to them. */
export function unshownPages(page: PageModel, prepared: PreparedBlocks): string[] {
  const { blocks, reading, truncations } = prepared
  if (truncations.length === 0) return []
  const shown = new Set(reading)
  const isUnshown = (block: Block) =>
    isPage(block) && Object.hasOwn(page.paths, block.id) && !shown.has(block)
  return [...blocks.values()]
    .filter((block) => isUnshown(block) && parentPageOf(blocks, block) === page.id)
    .map(({ id }) => id)
}

/** The page that contains a sub-page; undefined if its parents lead to none. */
function parentPageOf(blocks: PreparedBlocks['blocks'], subPage: Block): string | undefined {
  const seen = new Set<string>()
  for (let block: Block | undefined = subPage; block && !seen.has(block.id);) {
    seen.add(block.id)
    block = blocks.get(block.parent_id)
    if (block && isPage(block)) return block.id
  }
  return undefined
}
