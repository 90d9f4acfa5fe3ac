import type { ChangeKey } from '../../db/changes/record-reads.ts'
import { readChanges } from '../../db/changes/read-changes.ts'
import { excludePages } from '../../db/lists/exclude-pages.ts'
import type { Mirror } from '../../db/mirror/open-mirror.ts'
import type { PublishedMirror } from '../publication/mirror-source.ts'

/** Which publication responses were last compared with; stored as JSON. */
interface Mark {
  rootPageId: string
  spaceId: string
  generation: number
  publishedAt: number
  /** Ids of the pages that the configuration excludes, and of those below them. */
  excluded: string[]
}

/** What has happened to the kept responses since the publication that a mark names. */
export type Difference =
  | { kind: 'none' }
  /** Some may show other content; what they were made of is in `keys`, or all of them. */
  | { kind: 'changed'; keys: Set<ChangeKey> | 'all' }
  /** The same, and they must not be sent any more, because content was withdrawn. */
  | { kind: 'withdrawn'; keys: Set<ChangeKey> | 'all' }

/**
 * Whether a mirror once contained a publication. A restored backup that was synced since has other
 * publications with the same numbers.
 */
function hasPublished({ $client }: Mirror, { generation, publishedAt }: Mark): boolean {
  const run = $client.prepare<[number, number]>(
    'select 1 from sync_run where generation = ? and finished_at = ? and is_published = 1'
  )
  return run.get(generation, publishedAt) !== undefined
}

/** `excludedPageIds` are those of the configuration; the pages below them are excluded too. */
export function markOf(published: PublishedMirror, excludedPageIds: string[]): string {
  const { rootPageId, spaceId, generation, publishedAt } = published.publication
  const excluded = [...excludePages(published.mirror, excludedPageIds)].toSorted()
  return JSON.stringify({ rootPageId, spaceId, generation, publishedAt, excluded } satisfies Mark)
}

/**
 * Compares a publication, and its own mark, with the one that an earlier mark names. Without that,
 * and if more pages are excluded now, everything is withdrawn.
 */
export function differenceFrom(
  earlier: string | undefined,
  published: PublishedMirror,
  mark: string
): Difference {
  if (earlier === undefined) return { kind: 'withdrawn', keys: 'all' }
  if (earlier === mark) return { kind: 'none' }
  const before = JSON.parse(earlier) as Mark
  const now = JSON.parse(mark) as Mark
  const isSuccessor =
    before.rootPageId === now.rootPageId &&
    before.spaceId === now.spaceId &&
    before.generation < now.generation &&
    String(before.excluded) === String(now.excluded) &&
    hasPublished(published.mirror, before)
  if (!isSuccessor) return { kind: 'withdrawn', keys: 'all' }
  const { keys, isEverything, hasWithdrawal } = readChanges(published.mirror, before.generation)
  return { kind: hasWithdrawal ? 'withdrawn' : 'changed', keys: isEverything ? 'all' : keys }
}

/** Whether something made from an earlier publication shows content that has changed since. */
export function isOutdated(
  made: { generation: number; keys: Iterable<ChangeKey> },
  published: PublishedMirror
): boolean {
  if (made.generation >= published.publication.generation) return false
  const { keys, isEverything } = readChanges(published.mirror, made.generation)
  return isEverything || [...made.keys].some((key) => keys.has(key))
}
