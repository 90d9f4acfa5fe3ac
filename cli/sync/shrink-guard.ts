import type { Mirror } from '../../db/mirror/open-mirror.ts'
import { readDescendants } from '../../db/lists/read-descendants.ts'
import { readPages } from '../../db/lists/read-pages.ts'
import { ShrinkError } from './sync-error.ts'

const MIN_GONE = 10
const MAX_GONE_SHARE = 0.2
const NAMED_AT_MOST = 5

/**
 * Refuses a run that would remove more than ten pages and more than a fifth of them: an API that
 * answers too little looks just like a workspace that was emptied. What the configuration excludes
 * does not count. Throws `ShrinkError`.
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
    `this sync would remove ${gone.length} of ${pages.length} pages (${named.join(', ')}, …), so nothing was published; if that is right, run "fansite sync --allow-shrink"`
  )
}
