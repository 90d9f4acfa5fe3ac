import { renderedBlockTypes } from '../../site/notion/blocks/block-types.ts'
import { findTruncations } from '../limits/find-truncations.ts'
import { findUnknownMentions } from './find-unknown-mentions.ts'
import type { Flaw } from './flaw.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

/** Flaws of the site's content, by kind. */
export interface Flaws {
  broken_links: Flaw[]
  orphan_pages: Flaw[]
  /** Also mentions of unknown kinds. */
  unsupported_blocks: Flaw[]
  cut_content: Flaw[]
  duplicate_titles: Flaw[]
  duplicate_slugs: Flaw[]
  uncomputed_values: Flaw[]
  misfit_values: Flaw[]
}

const problemSql = `
  select path, collection || ', ' || property || ': ' ||
         problem || case when is_computed then '' else ': ' || substr(coalesce(text, ''), 1, 60) end as what
    from property_values where problem is not null and is_computed = cast(? as integer) order by path, 2`

/** Finds broken links, orphan pages and other problems of the content. */
export function findFlaws(mirror: Mirror): Flaws {
  const find = (sql: string, ...values: string[]) =>
    mirror.$client.prepare<string[], Flaw>(sql).all(...values)
  return {
    broken_links: find(
      `select path, kind || ' to ' || coalesce(url, target_id) || ': ' || reason as what
         from broken_links order by path, 2`
    ),
    orphan_pages: find(`select path, title as what from orphan_pages order by path`),
    unsupported_blocks: [
      ...find(
        `select page.path, block.type || ' ' || block.id as what
           from block left join page on page.id = block.page_id
          where block.type not in (select value from json_each(?)) order by page.path, 2`,
        JSON.stringify([...renderedBlockTypes])
      ),
      ...findUnknownMentions(mirror)
    ],
    cut_content: findTruncations(mirror),
    duplicate_titles: find(
      `select path, title as what from page
        where title <> '' and lower(title) in (
              select lower(title) from page group by 1 having count(*) > 1)
        order by lower(title), path`
    ),
    duplicate_slugs: find(
      `select path, slug as what from page
        where slug <> '' and slug in (select slug from page group by 1 having count(*) > 1)
        order by slug, path`
    ),
    uncomputed_values: find(problemSql, '1'),
    misfit_values: find(problemSql, '0')
  }
}
