import type { Mirror } from '../mirror/open-mirror.ts'
import { isTagType } from '../../site/addresses/tag-path.ts'
import { keys } from './change-keys.ts'
import type { ChangeKey } from './record-reads.ts'
import type { ValueRow } from './row-changes.ts'

/** Rows with an option are related to each other if they are not more than these. */
export const MAX_SHARERS = 50

interface Touched {
  row: ValueRow
  /** Changed values with this option. */
  changes: number
}

/**
 * The options that a publication adds to rows or removes from them. Pages list the rows with which
 * they share an option that few rows have; so the rows with a common one are not made again each time
 * that another row gets it.
 */
export class SharedTags {
  readonly #touched = new Map<string, Touched>()

  note(row: ValueRow | undefined): void {
    if (!row || !isTagType(row.type) || row.text === null) return
    const { collection_id: collectionId, property_id: propertyId, text } = row
    const id = JSON.stringify([collectionId, propertyId, text])
    const known = this.#touched.get(id)
    if (known) known.changes++
    else this.#touched.set(id, { row, changes: 1 })
  }

  /** The keys of options that few rows have, or had before the publication. */
  *keys({ $client }: Mirror): Generator<ChangeKey> {
    const exceeds = $client.prepare<[string, string, string, number]>(
      `select 1 from property_value
        where collection_id = ? and property_id = ? and text = ? limit 1 offset ?`
    )
    for (const { row, changes } of this.#touched.values()) {
      const { collection_id: collectionId, property_id: propertyId, text } = row
      const isCommon = exceeds.get(collectionId, propertyId, text ?? '', MAX_SHARERS + changes)
      if (!isCommon) yield keys.sharedTag(collectionId, propertyId, text ?? '')
    }
  }
}
