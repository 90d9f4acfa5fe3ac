import type { ChangeKey } from '../../db/changes/record-reads.ts'
import { readChanges } from '../../db/changes/read-changes.ts'
import { excludePages } from '../../db/lists/exclusion/exclude-pages.ts'
import type { PublishedMirror } from '../publication/mirror-source.ts'
import { type KeyHashes, hashKeys, haveCommon } from './store/key-hash.ts'

/** Identifies a publication: another mirror, or a restored backup, may repeat its generation. */
export interface PublicationId {
  rootPageId: string
  spaceId: string
  generation: number
  publishedAt: number
}

/** Which publication responses were last compared with; stored as JSON. */
interface Mark extends PublicationId {
  /** Ids of the pages that the configuration excludes, and of those below them. */
  excluded: string[]
}

/** What has happened to the kept responses since the publication that a mark names. */
export type Difference =
  | { kind: 'none' }
  /** Some may show other content; what they were made of is in `keys`, or all of them. */
  | { kind: 'changed'; keys: Set<ChangeKey> | 'all' }
  /** The same responses must not even be sent while they are stale, because content was withdrawn. */
  | { kind: 'withdrawn'; keys: Set<ChangeKey> | 'all' }

/**
 * Whether the served publication follows an earlier one in the same mirror. A restored backup that
 * was synced since has other publications with the same numbers.
 */
export function isSuccessor(
  { mirror, publication }: PublishedMirror,
  earlier: PublicationId
): boolean {
  const { rootPageId, spaceId, generation } = publication
  if (earlier.rootPageId !== rootPageId || earlier.spaceId !== spaceId) return false
  if (earlier.generation >= generation) return false
  // A publication that an update of fansite has renewed has a later generation than its run.
  const run = mirror.$client.prepare<[number, number]>(
    'select 1 from sync_run where generation <= ? and finished_at = ? and is_published = 1'
  )
  return run.get(earlier.generation, earlier.publishedAt) !== undefined
}

export function publicationId({ publication }: PublishedMirror): PublicationId {
  const { rootPageId, spaceId, generation, publishedAt } = publication
  return { rootPageId, spaceId, generation, publishedAt }
}

/** `excludedPageIds` are those of the configuration; the pages below them are excluded too. */
export function markOf(published: PublishedMirror, excludedPageIds: string[]): string {
  const excluded = [...excludePages(published.mirror, excludedPageIds)].toSorted()
  return JSON.stringify({ ...publicationId(published), excluded } satisfies Mark)
}

/**
 * Compares a publication, and its own mark, with the one that an earlier mark names. Everything is withdrawn
 * without an earlier mark, if other pages are excluded now, or if the publication does not follow the earlier
 * one.
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
  const isSameExclusion = String(before.excluded) === String(now.excluded)
  if (!isSameExclusion || !isSuccessor(published, before)) return { kind: 'withdrawn', keys: 'all' }
  const { keys, isEverything, hasWithdrawal } = readChanges(published.mirror, before.generation)
  return { kind: hasWithdrawal ? 'withdrawn' : 'changed', keys: isEverything ? 'all' : keys }
}

/**
 * Whether something made from other publications than the served one may show content that has
 * changed since, or that the served mirror never had.
 */
export function isOutdated(
  { keys, publications }: { publications: PublicationId[]; keys: KeyHashes },
  published: PublishedMirror
): boolean {
  const served = JSON.stringify(publicationId(published))
  return publications.some((each) => {
    if (JSON.stringify(each) === served) return false
    if (!isSuccessor(published, each)) return true
    const changes = readChanges(published.mirror, each.generation)
    return changes.isEverything || haveCommon(hashKeys(changes.keys), keys)
  })
}
