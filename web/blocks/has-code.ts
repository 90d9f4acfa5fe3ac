import type { ExtendedRecordMap } from 'notion-types'

import { readingOrder } from './reading-order.ts'

/** Whether a page shows code: a block of it, or some between other words. */
export function hasCode(recordMap: ExtendedRecordMap, pageId: string): boolean {
  for (const { type, properties } of readingOrder(recordMap, pageId)) {
    const title: unknown = properties?.title
    if (type === 'code' || (title && JSON.stringify(title).includes('["c"]'))) return true
  }
  return false
}
