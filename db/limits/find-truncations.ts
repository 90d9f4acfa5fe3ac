import { recordCosts } from '../../site/limits/page-costs.ts'
import { visibleTree } from '../../site/limits/visible-tree.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { collectionBlocks, readShownBlocks } from '../page/read-page-blocks.ts'
import { leftOutBlocks } from '../collections/read-shown-views.ts'
import { breadcrumbCost, nameReader } from './name-reader.ts'

/** Omitted content of a page. */
export interface PageTruncation {
  path: string
  what: string
}

const reasons = {
  cycle: 'contains itself',
  depth: 'is nested too deeply',
  size: 'is too much for one page',
  text: 'is too long',
  rows: 'is too much for one page'
}

/** Finds the content that pages omit, by the rules of rendering. */
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
        return { path, what: `the content of ${type} ${blockId} ${reasons[reason]}` }
      }
    )
  })
}
