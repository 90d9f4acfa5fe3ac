import { keys } from '../changes/change-keys.ts'
import { noteRead } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

/** The icon of the root page: an emoji or the source address of a picture. */
export function readRootIcon({ $client }: Mirror, rootPageId: string): string | null | undefined {
  noteRead(keys.name(rootPageId))
  return $client
    .prepare<[string], string | null>('select icon from page where id = ?')
    .pluck()
    .get(rootPageId)
}
