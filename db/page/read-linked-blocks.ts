import { linkedBlockId } from '../../site/notion/blocks/block-references.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

/** Reads the link targets that are blocks but not pages: page id by block id. */
export function readLinkedBlocks({ $client }: Mirror): Map<string, string> {
  const byId = $client
    .prepare<[], [block: string, page: string]>(
      `select distinct target_id, target_page_id from link
        where kind <> 'synced' and target_page_id <> target_id`
    )
    .raw()
    .all()
  const addresses = $client
    .prepare<[], string>(`select distinct url from link where instr(url, '#') > 0`)
    .pluck()
    .all()
  const pageOf = $client
    .prepare<[string], string>(
      'select page_id from block where id = ? and page_id is not null and page_id <> id'
    )
    .pluck()
  const byFragment = addresses.flatMap((address): [string, string][] => {
    const id = linkedBlockId(address)
    const pageId = id === undefined ? undefined : pageOf.get(id)
    return id === undefined || pageId === undefined ? [] : [[id, pageId]]
  })
  return new Map([...byId, ...byFragment])
}
