import type { LostBlock, PublishedRecords } from '../../../../db/publish/published-records.ts'
import type { Frontier } from '../frontier.ts'
import type { RecordFetcher } from '../requests/record-fetcher.ts'
import type { Purpose } from '../requests/request-queue.ts'

interface ReadOptions {
  frontier: Frontier
  fetcher: RecordFetcher
  published: PublishedRecords
}

/**
 * Reads the published blocks and pages that this walk has not found, and returns them. What was below
 * a removed block or page is read again: it may have moved after this run read it, and before its
 * parent was removed.
 */
export async function readLostBlocks(
  { frontier, fetcher, published }: ReadOptions,
  purpose: Purpose
): Promise<LostBlock[]> {
  const lost = [...published.lostBlocks((table, id) => frontier.isAccepted(table, id))]
  for (const { id, isRoot } of lost) {
    const block = { table: 'block', id, pageId: id } as const
    if (isRoot) frontier.request(block, purpose)
    else frontier.requests.add(block, 'prefetch')
  }
  await fetcher.drain()
  return lost
}
