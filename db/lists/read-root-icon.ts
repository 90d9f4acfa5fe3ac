import type { Mirror } from '../mirror/open-mirror.ts'

/** The icon of the page that the site starts from: an emoji or the source address of a picture. */
export function readRootIcon({ $client }: Mirror, rootPageId: string): string | null | undefined {
  return $client
    .prepare<[string], string | null>('select icon from page where id = ?')
    .pluck()
    .get(rootPageId)
}
