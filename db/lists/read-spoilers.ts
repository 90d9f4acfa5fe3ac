import type { Mirror } from '../mirror/open-mirror.ts'

interface SpoilerRow {
  id: string
  path: string
  chapter: string
}

/**
 * Reads all covered pages with their chapters. Notes no key: a page that links to one depends on its
 * name, and a mark counts as a part of it.
 */
export function readSpoilers({ $client }: Mirror): SpoilerRow[] {
  return $client
    .prepare<[], SpoilerRow>(
      'select id, path, spoiler as chapter from page where spoiler is not null'
    )
    .all()
}
