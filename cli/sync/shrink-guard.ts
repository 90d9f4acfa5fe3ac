import type { Mirror } from '../../db/mirror/open-mirror.ts'
import { readDescendants } from '../../db/lists/read-descendants.ts'
import { readPages } from '../../db/lists/read-pages.ts'
import { ShrinkError } from './sync-error.ts'
import { counted } from '../formats/quantities.ts'

const MIN_GONE = 10
const MAX_GONE_SHARE = 0.2
const NAMED_AT_MOST = 5

/**
 * Throws `ShrinkError` when a run would remove more than ten pages and more than a fifth of all
 * pages: incomplete responses of the API look like deleted pages. Pages that the configuration
 * excludes do not count.
 */
export function refuseSuspiciousShrink(
  mirror: Mirror,
  { reachedIds, excludedIds }: { reachedIds: Set<string>; excludedIds: string[] }
): void {
  const pages = readPages(mirror)
  const excluded = readDescendants(mirror, excludedIds)
  const gone = pages.filter(({ id }) => !reachedIds.has(id) && !excluded.has(id))
  if (gone.length <= Math.max(MIN_GONE, pages.length * MAX_GONE_SHARE)) return

  const named = gone.slice(0, NAMED_AT_MOST).map(({ path }) => path)
  throw new ShrinkError(
    `this sync would remove ${gone.length} of ${counted(pages.length, 'page')} (${named.join(', ')}, …), so nothing was published; if this is intended, run "fansite sync --allow-shrink"`
  )
}
