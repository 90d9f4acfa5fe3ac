import { parseId } from '../site/page-id.ts'
import type { Mirror } from './open-mirror.ts'
import { prepared } from './prepared.ts'

/** Blocks of a page that links name behind its address (`/<page>#<block>`), on any page of the site. */
export function readLinkedBlocks(mirror: Mirror, pageId: string): string[] {
  const urls = statement(mirror).all(pageId)
  return [...new Set(urls.flatMap((url) => parseId(url.split('#')[1]) ?? []))]
}

const statement = prepared((mirror) =>
  mirror.$client
    .prepare<[string], string>(`select url from link where target_page_id = ? and url like '%#%'`)
    .pluck()
)
