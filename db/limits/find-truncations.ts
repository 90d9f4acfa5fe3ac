import { recordCosts } from '../../site/limits/page-costs.ts'
import { visibleTree } from '../../site/limits/visible-tree.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { collectionBlocks, readShownBlocks } from '../page/read-page-blocks.ts'
import { leftOutBlocks } from '../collections/read-shown-views.ts'
import { breadcrumbCost, nameReader } from './read-names.ts'

/** A place of a page where content is left out. */
export interface PageTruncation {
  path: string
  what: string
}

const reasons = {
  cycle: 'repeats itself',
  depth: 'goes too deep',
  size: 'is too much for one page',
  text: 'is too long a text',
  rows: 'is too much for one page'
}

/** Where pages leave content out, by the rule that draws them. */
export function findTruncations(mirror: Mirror): PageTruncation[] {
  const pages = mirror.$client
    .prepare<[], { id: string; path: string }>('select id, path from page order by path')
    .all()
  return pages.flatMap(({ id, path }) => {
    const blocks = readShownBlocks(mirror, id)
    const views = leftOutBlocks(mirror, collectionBlocks(blocks, id))
    const leftOut = views.map((block) => ({ blockId: block.id, reason: 'rows' as const }))
    const costs = recordCosts(blocks, nameReader(mirror), breadcrumbCost(mirror, id))
    return [...visibleTree(blocks, id, { costs }).truncations, ...leftOut].map(
      ({ blockId, reason }) => {
        const type = blocks.get(blockId)?.type ?? 'block'
        return { path, what: `what ${type} ${blockId} holds ${reasons[reason]}` }
      }
    )
  })
}
