import type { Mirror } from '../mirror/open-mirror.ts'

/**
 * The chapters of all covered pages, by path. Notes no key: a page that links to one depends on its
 * name, and a mark counts as a part of it.
 */
export function readSpoilers({ $client }: Mirror): Map<string, string> {
  const rows = $client
    .prepare<[], [string, string]>('select path, spoiler from page where spoiler is not null')
    .raw()
  return new Map(rows.all())
}
