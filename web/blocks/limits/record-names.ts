import type { Block, CollectionView, ExtendedRecordMap, User } from 'notion-types'
import { getBlockValue } from 'notion-utils'

import type { NameOfRecord } from '../../../site/limits/html-cost.ts'
import { pageName } from '../../../site/notion/blocks/page-name.ts'

/** Names of the pages, people and views of a record map by id, each computed once. */
export function recordNames(recordMap: ExtendedRecordMap): NameOfRecord {
  const known = new Map<string, string | undefined>()
  return (id) => {
    if (!known.has(id)) known.set(id, readName(recordMap, id))
    return known.get(id)
  }
}

function readName(recordMap: ExtendedRecordMap, id: string): string | undefined {
  const block = own<Block>(recordMap.block, id)
  if (block) return pageName(block)
  const view = own<CollectionView>(recordMap.collection_view, id)
  return view ? view.name : own<User>(recordMap.notion_user, id)?.given_name
}

function own<T>(boxes: Record<string, unknown>, id: string): T | undefined {
  // The boxes of a record map have the type of their value.
  return Object.hasOwn(boxes, id) ? (getBlockValue(boxes[id] as never) as T | undefined) : undefined
}
