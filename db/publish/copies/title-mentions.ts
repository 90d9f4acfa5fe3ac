import type { Decoration } from 'notion-types'

import { linkedIds } from '../../../site/notion/blocks/block-references.ts'
import { isFields } from '../../../site/notion/is-fields.ts'
import { MENTION_CHARACTER } from '../../../site/notion/text/mentions.ts'
import { marksOf } from '../../../site/notion/text/rich-text.ts'
import type { Mirror } from '../../mirror/open-mirror.ts'

/**
 * Records which pages the titles of pages mention: of all pages, or of these. Titles contain the names of
 * mentioned pages, and former titles keep them. Requires that the records are written.
 */
export function noteTitleMentions({ $client }: Mirror, pageIds?: string[]): void {
  const only = pageIds ? 'and page.id in (select value from json_each(:ids))' : ''
  const titles = $client
    .prepare<{ ids: string; mark: string }, [id: string, title: string]>(titleSql(only))
    .raw()
    .all({ ids: JSON.stringify(pageIds ?? []), mark: MENTION_CHARACTER })
  const note = $client.prepare('insert or ignore into title_mention values (?, ?)')
  for (const [id, title] of titles) {
    for (const mentioned of mentionedIds(JSON.parse(title) as Decoration[])) note.run(id, mentioned)
  }
}

/** Titles with mentions, as JSON. The title of a database is the name of its collection. */
const titleSql = (condition: string) => `
  select page.id, page.raw ->> '$.properties.title'
    from block as page
   where page.type in ('page', 'collection_view_page') and instr(page.raw, :mark) > 0
     and instr(page.raw ->> '$.properties.title', :mark) > 0 ${condition}
   union all
  select page.id, own.raw ->> '$.name'
    from collection as own join block as page on page.id = own.parent_id
   where page.type = 'collection_view_page' and instr(own.raw ->> '$.name', :mark) > 0 ${condition}`

function mentionedIds(title: Decoration[]): string[] {
  const links = marksOf(title, 'lm').flatMap((link) => (isFields(link) ? [link['href']] : []))
  return [...marksOf(title, 'p'), ...links.flatMap((href) => linkedIds(String(href)))].map(String)
}
