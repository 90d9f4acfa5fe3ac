import type { Block, ExtendedRecordMap } from 'notion-types'
import { getBlockValue } from 'notion-utils'

import { isPage } from '../../../site/notion/blocks/block-references.ts'
import type { PageModel } from '../../../site/pages/page-model.ts'
import type { PreparedBlocks } from '../prepare/prepare-blocks.ts'

/** Ids of sub-pages whose links were truncated; the foot of the page links to them. */
export function unshownPages(page: PageModel, { reading, truncations }: PreparedBlocks): string[] {
  if (truncations.length === 0) return []
  const shown = new Set(reading.map((block) => block.id))
  return Object.keys(page.recordMap.block).filter((id) => {
    const block = recordOf(page.recordMap, id)
    const isSubPage = block && isPage(block) && Object.hasOwn(page.paths, id)
    return isSubPage && !shown.has(id) && parentPageOf(page.recordMap, block) === page.id
  })
}

/** The page that contains a sub-page; undefined if its parents lead to none. */
function parentPageOf(recordMap: ExtendedRecordMap, subPage: Block): string | undefined {
  const seen = new Set<string>()
  for (let block: Block | undefined = subPage; block && !seen.has(block.id);) {
    seen.add(block.id)
    block = recordOf(recordMap, block.parent_id)
    if (block && isPage(block)) return block.id
  }
  return undefined
}

function recordOf(recordMap: ExtendedRecordMap, id: string): Block | undefined {
  return Object.hasOwn(recordMap.block, id) ? getBlockValue<Block>(recordMap.block[id]) : undefined
}
