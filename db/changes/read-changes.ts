import type { Mirror } from '../mirror/open-mirror.ts'
import { readIdentity } from '../mirror/read-identity.ts'
import type { ChangeKey } from './record-reads.ts'

/** What the publications after a generation have changed. */
export interface PublishedChanges {
  /** The touched keys. */
  keys: Set<ChangeKey>
  /** Whether any key may be touched, because the log does not reach back to that generation. */
  isEverything: boolean
  /** Whether a page or the content of a page has left the site. */
  hasWithdrawal: boolean
}

/** Reads what the publications with a generation greater than `sinceGeneration` have changed. */
export function readChanges(mirror: Mirror, sinceGeneration: number): PublishedChanges {
  const generation = readIdentity(mirror)?.generation
  const isUnchanged = generation === sinceGeneration
  return { keys: new Set(), isEverything: !isUnchanged, hasWithdrawal: !isUnchanged }
}
