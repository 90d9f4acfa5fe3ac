import { linkedBlockId } from '../../site/notion/blocks/block-references.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { prepareOnce } from '../mirror/prepare-once.ts'

/** Blocks of a page that links lead to, on any page of the site. */
export function readPageAnchors(mirror: Mirror, pageId: string): string[] {
  const { named, addressed } = statements(mirror)
  const addresses = addressed.all(pageId, pageId).flatMap((url) => linkedBlockId(url) ?? [])
  return [...new Set([...named.all(pageId, pageId), ...addresses])]
}

const statements = prepareOnce(({ $client }) => ({
  named: $client
    .prepare<[string, string], string>(
      `select distinct link.target_id from block cross join link on link.target_id = block.id
        where block.page_id = ? and block.id <> ? and link.kind <> 'synced'`
    )
    .pluck(),
  /** Few links are a fragment alone, so that those of the whole site are looked through. */
  addressed: $client
    .prepare<[string, string], string>(
      `select distinct url from link where target_page_id = ? and instr(url, '#') > 0
        union
       select url from link
        where target_page_id is null and instr(url, '#') > 0 and url >= '#' and url < '$'
          and +page_id = ?`
    )
    .pluck()
}))
