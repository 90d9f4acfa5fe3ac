import type { Mirror } from './open-mirror.ts'

/**
 * Writes on which page each link stands and to which it leads, where that is another than before:
 * once all pages are written. A sub-page is a link on the page above it.
 */
export function settleLinks(mirror: Mirror): void {
  mirror.$client.exec(`
    update link set page_id = settled.page_id, target_page_id = settled.target_page_id
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
      ) as settled
     where link.rowid = settled.link_id
       and (link.page_id is not settled.page_id
            or link.target_page_id is not settled.target_page_id)`)
}
