import { linkedBlockId } from '../../site/notion/blocks/block-references.ts'
import { keys } from '../changes/change-keys.ts'
import { noteReads } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { perMirror } from '../mirror/per-mirror.ts'

/** Reads the ids of a page's blocks that are link targets, from any page. */
export function readPageAnchors(mirror: Mirror, pageId: string): string[] {
  noteReads([keys.backlinks(pageId), keys.page(pageId)])
  const byFragment = statements(mirror)
    .addresses.all(pageId, pageId)
    .flatMap((url) => linkedBlockId(url) ?? [])
  return [...new Set([...readTargets(mirror, pageId), ...byFragment])]
}

/** Maximum of links to a page that are read: every page of the site may link to a page of few blocks. */
const MAX_LINKS = 200

/**
 * Reads the blocks of a page that links target by id. Starts from the links to the page, which are
 * usually fewer than its blocks; if there are too many links, from the blocks.
 */
function readTargets(mirror: Mirror, pageId: string): string[] {
  const { byLink, byBlock } = statements(mirror)
  const targets = byLink.all(pageId, MAX_LINKS)
  if (targets.length === MAX_LINKS) return byBlock.all(pageId, pageId)
  return targets.filter((id) => id !== null && id !== pageId) as string[]
}

const statements = perMirror(({ $client }) => ({
  byLink: $client
    .prepare<[string, number], string | null>(
      `select target_id from link where target_page_id = ? and kind <> 'synced' limit ?`
    )
    .pluck(),
  byBlock: $client
    .prepare<[string, string], string>(
      `select id from block
        where page_id = ? and id <> ?
          and exists (select 1 from link where target_id = block.id and kind <> 'synced')`
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
}))
