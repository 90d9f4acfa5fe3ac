import { decodePath } from '../../site/addresses/site-address.ts'
import { findPage } from '../lists/find-page.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

/**
 * Updates the source and target page of every link; runs after all pages are written. A sub-page is a
 * link on its parent page. The target of an address on `domain`, the site's own, is the page at that
 * path.
 */
export function resolveLinks(mirror: Mirror, domain: string): void {
  resolveTargets(mirror, 'true')
  resolveAddresses(mirror, { domain, condition: 'true' })
}

/** Resolves only the links of these blocks and the links to them; requires that no path has changed. */
export function resolveLinksOf(mirror: Mirror, domain: string, blockIds: string[]): void {
  const { $client } = mirror
  $client.exec('create temp table touched (id text primary key) without rowid')
  $client
    .prepare('insert or ignore into touched select value from json_each(?)')
    .run(JSON.stringify(blockIds))
  const own = 'select rowid from link where block_id in (select id from touched)'
  const incoming = 'select rowid from link where target_id in (select id from touched)'
  resolveTargets(mirror, `link.rowid in (${own} union ${incoming})`)
  resolveAddresses(mirror, { domain, condition: `rowid in (${own})` })
  $client.exec('drop table touched')
}

function resolveTargets(mirror: Mirror, condition: string): void {
  mirror.$client.exec(`
    update link set page_id = resolved.page_id, target_page_id = resolved.target_page_id
      from (
        select link.rowid as link_id,
               case when kind = 'sub_page' then child.parent_page_id else holder.id end as page_id,
               target_page.id as target_page_id
          from link
          left join block on block.id = link.block_id
          left join page as holder on holder.id = block.page_id
          left join page as child on child.id = link.block_id
          left join block as target on target.id = link.target_id
          left join page as target_page on target_page.id = target.page_id
         where ${condition}
      ) as resolved
     where link.rowid = resolved.link_id
       and (link.page_id is not resolved.page_id
            or link.target_page_id is not resolved.target_page_id)`)
}

function resolveAddresses(
  mirror: Mirror,
  { domain, condition }: { domain: string; condition: string }
): void {
  const addresses = mirror.$client
    .prepare<[string], { rowid: number; url: string }>(
      `select rowid, url from link
        where target_id is null and (url like '/%' or url like 'http%://' || ? || '/%')
          and ${condition}`
    )
    .all(domain)
  const update = mirror.$client.prepare<[string, number]>(
    'update link set target_page_id = ? where rowid = ?'
  )
  for (const { rowid, url } of addresses) {
    const path = pathOn(domain, url)
    const found = path === undefined ? undefined : findPage(mirror, path)
    if (found) update.run(found.id, rowid)
  }
}

/** Returns the decoded path of an address on the site; undefined for other addresses. */
function pathOn(domain: string, address: string): string | undefined {
  const site = `https://${domain}`
  if (!URL.canParse(address, site)) return undefined
  const url = new URL(address, site)
  return url.host === domain ? decodePath(url.pathname)?.normalize('NFC') : undefined
}
