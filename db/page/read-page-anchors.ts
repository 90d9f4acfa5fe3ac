import { linkedBlockId } from '../../site/notion/blocks/block-references.ts'
import { keys } from '../changes/change-keys.ts'
import { noteReads } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

/** Reads the ids of a page's blocks that are link targets, from any page. */
export function readPageAnchors(mirror: Mirror, pageId: string): string[] {
  noteReads([keys.backlinks(pageId), keys.page(pageId)])
  const { byId, addresses } = statements(mirror)
  const byFragment = addresses.all(pageId, pageId).flatMap((url) => linkedBlockId(url) ?? [])
  return [...new Set([...byId.all(pageId, pageId), ...byFragment])]
}

const statements = ({ $client }: Mirror) => ({
  byId: $client
    .prepare<[string, string], string>(
      `select distinct link.target_id from block cross join link on link.target_id = block.id
        where block.page_id = ? and block.id <> ? and link.kind <> 'synced'`
    )
    .pluck(),
  /** Links that are only a fragment are few: all of the site's are scanned. */
  addresses: $client
    .prepare<[string, string], string>(
      `select distinct url from link where target_page_id = ? and instr(url, '#') > 0
        union
       select url from link
        where target_page_id is null and instr(url, '#') > 0 and url >= '#' and url < '$'
          and +page_id = ?`
    )
    .pluck()
})
