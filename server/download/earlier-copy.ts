import { readChanges } from '../../db/changes/read-changes.ts'
import { mirrorVersion } from '../../site/browse/mirror-file.ts'
import type { PublishedMirror } from '../publication/mirror-source.ts'
import { isSuccessor } from '../responses/publication-mark.ts'
import type { DownloadFacts } from './facts.ts'

/** How long visitors who read a copy by ranges may go on with it after the next publication. */
const KEPT_MS = 15 * 60_000

/**
 * Whether the copy of an earlier publication may be sent: for a quarter of an hour, and not if anything
 * has been withdrawn since. A server with other rules of spoilers may have made it in the same folder.
 */
export function isOffered(copied: DownloadFacts, published: PublishedMirror): boolean {
  const { mirror, publication } = published
  if (mirrorVersion(copied) === mirrorVersion(publication)) return true
  if (copied.digest !== publication.digest) return false
  if (Date.now() - publication.publishedAt >= KEPT_MS) return false
  if (!isSuccessor(published, copied)) return false
  return !readChanges(mirror, copied.generation).hasWithdrawal
}
