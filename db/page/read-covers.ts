import type { SpoilerRules } from '../../site/config/config.ts'
import { chapterOfTitle, isToggle } from '../../site/spoilers/spoiler-rule.ts'
import { keys } from '../changes/change-keys.ts'
import { noteRead } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

interface PlaceRow {
  start: string
  id: string
  type: string | null
  title: string | null
  page_id: string | null
  spoiler: string | null
}

/**
 * Reads the chapters of the given blocks and collections that are inside a covered page or toggle, by
 * id: another page may show them. Pages are left out, since links to them are covered.
 */
export function readCovers(
  { $client }: Mirror,
  ids: string[],
  rules: SpoilerRules
): Map<string, string> {
  const covers = new Map<string, string>()
  if (ids.length === 0) return covers
  const rows = $client.prepare<[string], PlaceRow>(placesSql).all(JSON.stringify(ids))
  for (const { start, id, type, title, page_id: pageId, spoiler } of rows) {
    if (pageId !== null) noteRead(keys.name(pageId))
    else noteRead(type === null ? keys.collection(id) : keys.block(id))
    // The nearest mark counts.
    if (covers.has(start)) continue
    const isMarked = type !== null && isToggle({ type })
    const chapter = spoiler ?? (isMarked ? chapterOfTitle(title?.trim() ?? '', rules) : undefined)
    if (chapter !== undefined) covers.set(start, chapter)
  }
  return covers
}

/** The blocks around each block or collection, from the inside out. */
const placesSql = `
  with recursive place (start, id, level) as (
    select value, value, 0 from json_each(?)
     where not exists (select 1 from page where page.id = value)
    union all
    select start, coalesce(block.parent_id, collection.parent_id), level + 1
      from place
      left join block on block.id = place.id
      left join collection on collection.id = place.id
     where level < 64 and coalesce(block.parent_id, collection.parent_id) is not null
       and (block.type is null or block.type not in ('page', 'collection_view_page'))
  )
  select start, place.id, block.type, block.title, page.id as page_id, page.spoiler
    from place
    left join block on block.id = place.id
    left join page on page.id = place.id
   order by start, level`
