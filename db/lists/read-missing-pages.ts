import { keys } from '../changes/change-keys.ts'
import { noteRead } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

/** Returns those of these page ids that are not in the mirror. */
export function readMissingPages(mirror: Mirror, ids: string[]): string[] {
  for (const id of ids) noteRead(keys.name(id))
  return mirror.$client
    .prepare<[string], string>(
      'select value from json_each(?) where value not in (select id from page)'
    )
    .pluck()
    .all(JSON.stringify(ids))
}
