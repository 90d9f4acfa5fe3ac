import type { Mirror } from '../mirror/open-mirror.ts'
import { readIdentity } from '../mirror/read-identity.ts'
import { readTransaction } from '../mirror/read-transaction.ts'
import type { ChangeKey } from './record-reads.ts'

/** What the publications after a generation have changed. */
export interface PublishedChanges {
  /** The touched keys; incomplete if `isEverything`. */
  keys: Set<ChangeKey>
  /** Whether any key may be touched: for example because the log does not reach back that far. */
  isEverything: boolean
  /** Whether a page or the content of a page has left the site, or may have. */
  hasWithdrawal: boolean
}

interface Entry {
  is_everything: number
  is_withdrawal: number
}

/**
 * Reads what the publications with a generation greater than `sinceGeneration` have changed. The
 * generation must be one of the same file: another file may repeat its numbers.
 */
export function readChanges(mirror: Mirror, sinceGeneration: number): PublishedChanges {
  return readTransaction(mirror, () => {
    const generation = readIdentity(mirror)?.generation ?? 0
    const { entries, touched } = statements(mirror)
    const found = entries.all(sinceGeneration)
    const isComplete = found.length === generation - sinceGeneration
    return {
      keys: new Set(touched.all(sinceGeneration)),
      isEverything: !isComplete || found.some((each) => each.is_everything === 1),
      hasWithdrawal: !isComplete || found.some((each) => each.is_withdrawal === 1)
    }
  })
}

const statements = ({ $client }: Mirror) => ({
  entries: $client.prepare<[number], Entry>(
    'select is_everything, is_withdrawal from publication where generation > ?'
  ),
  touched: $client
    .prepare<[number], ChangeKey>('select distinct key from change where generation > ?')
    .pluck()
})
