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
 * Reads the published blocks and pages that this walk has not found, and returns them. Of a removed
 * block or page, only the pages below it are requested: if a block has left one, the version of that
 * page has changed, and its intake requests the blocks.
 */
export async function readLostBlocks(
  { frontier, fetcher, published }: ReadOptions,
  purpose: Purpose
): Promise<LostBlock[]> {
  const lost = [...published.lostBlocks((table, id) => frontier.isAccepted(table, id))]
  for (const { id, isRoot } of lost) {
    if (isRoot) frontier.request({ table: 'block', id, pageId: id }, purpose)
    else if (published.isPage(id)) frontier.request({ table: 'block', id, pageId: id }, 'prefetch')
  }
  await fetcher.drain()
  return lost
}
