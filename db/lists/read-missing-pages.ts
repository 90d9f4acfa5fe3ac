import type { Mirror } from '../mirror/open-mirror.ts'

/** Which of these page ids the mirror does not hold. */
export function readMissingPages(mirror: Mirror, ids: string[]): string[] {
  return mirror.$client
    .prepare<[string], string>(
      'select value from json_each(?) where value not in (select id from page)'
    )
    .pluck()
    .all(JSON.stringify(ids))
}
