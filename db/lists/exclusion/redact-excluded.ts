import type { Collection } from 'notion-types'

import { marksOf } from '../../../site/notion/text/rich-text.ts'
import type { Mirror } from '../../mirror/open-mirror.ts'
import { redactValues } from './redact-values.ts'

/** The tables whose texts may contain names of excluded pages, with the columns that are shown instead. */
export const redactedColumns: Record<string, Record<string, string>> = {
  page: {
    title:
      'coalesce((select own.title from temp.redacted_title as own where own.id = page.id), title)',
    text: 'coalesce((select own.text from temp.redacted_page as own where own.id = page.id), text)'
  },
  search_page: {
    // Former titles, and addresses, of a page whose title mentions another one.
    aliases: `case when page_id in (select id from temp.redacted_page union all
                                    select id from temp.redacted_title) then '[]' else aliases end`
  },
  search_section: {
    heading:
      'coalesce((select own.heading from temp.redacted_section as own where own.id = search_section.id), heading)',
    text: 'coalesce((select own.text from temp.redacted_section as own where own.id = search_section.id), text)'
  },
  collection: {
    name: 'coalesce((select own.name from temp.redacted_collection as own where own.id = collection.id), name)'
  },
  property_value: {
    text: `case when (page_id, property_id) in (select page_id, property_id from temp.redacted_value)
                then null else text end`,
    number: `case when (page_id, property_id) in (select page_id, property_id from temp.redacted_value)
                  then null else number end`
  }
}

/** The pages whose names or texts are redacted. */
export const redactedPages =
  'select id from temp.redacted_page union select id from temp.redacted_title'

/**
 * Finds what the mirror derives from excluded pages for other pages: their titles in texts and names
 * that mention them, and the rollups and formulas that read them. Requires the table `hidden_page`;
 * fills the tables that `redactedColumns` reads.
 */
export function redactExcluded(mirror: Mirror): void {
  mirror.$client.exec(`
    create temp table if not exists redacted_page (id text primary key, text text) without rowid;
    create temp table if not exists redacted_title (id text primary key, title text) without rowid;
    create temp table if not exists redacted_collection (id text primary key, name text) without rowid;
    create temp table if not exists redacted_section (id integer primary key, heading text, text text);
    create temp table if not exists redacted_value (
      page_id text, property_id text, primary key (page_id, property_id)) without rowid;
    delete from temp.redacted_page; delete from temp.redacted_title;
    delete from temp.redacted_collection; delete from temp.redacted_section; delete from temp.redacted_value`)
  const titles = readMentions(mirror)
  redactTexts(mirror, titles)
  redactTitles(mirror)
  redactCollections(mirror)
  redactValues(mirror, titles)
}

interface Named {
  page_id: string
  title: string
}

/** Titles of the excluded pages that each page mentions, longest first, by the id of that page. */
function readMentions({ $client }: Mirror): Map<string, string[]> {
  const mentions = $client
    .prepare<[], Named>(
      `select distinct link.page_id, page.title
         from temp.hidden_page as hidden
        cross join main.link as link on link.target_page_id = hidden.id
        cross join main.page as page on page.id = hidden.id
        where page.title <> '' and link.page_id not in (select id from temp.hidden_page)
        order by length(page.title) desc`
    )
    .all()
  const titles = new Map<string, string[]>()
  for (const { page_id: pageId, title } of mentions) {
    titles.set(pageId, [...(titles.get(pageId) ?? []), title])
  }
  return titles
}

/** Removes the titles of excluded pages from the titles that mention them. */
function redactTitles({ $client }: Mirror): void {
  const mentions = $client
    .prepare<[], { id: string; own: string; title: string }>(
      `select page.id, page.title as own, named.title
         from temp.hidden_page as hidden
         join main.title_mention as mention on mention.mentioned_id = hidden.id
         join main.page as page on page.id = mention.page_id
         join main.page as named on named.id = hidden.id
        where named.title <> '' order by length(named.title) desc`
    )
    .all()
  const titles = new Map<string, string>()
  for (const { id, own, title } of mentions) {
    titles.set(id, (titles.get(id) ?? own).replaceAll(title, ''))
  }
  const save = $client.prepare('insert into temp.redacted_title values (?, ?)')
  for (const row of titles) save.run(...row)
}

/** Removes the titles of excluded pages from the names of collections that mention them. */
function redactCollections({ $client }: Mirror): void {
  const named = $client
    .prepare<[], { id: string; name: string; raw: string }>(
      `select id, name, raw from main.collection where instr(raw ->> '$.name', '"p"') > 0`
    )
    .all()
  const hidden = $client
    .prepare<[string], string>(
      `select title from temp.hidden_page join main.page using (id)
        where id in (select value from json_each(?)) and title <> '' order by length(title) desc`
    )
    .pluck()
  const save = $client.prepare('insert into temp.redacted_collection values (?, ?)')
  for (const { id, name, raw } of named) {
    const mentioned = marksOf((JSON.parse(raw) as Collection).name, 'p')
    const titles = hidden.all(JSON.stringify(mentioned))
    save.run(
      id,
      titles.reduce((rest, title) => rest.replaceAll(title, ''), name)
    )
  }
}

/** Removes the titles of excluded pages from the texts of the pages that mention them. */
function redactTexts({ $client }: Mirror, titles: Map<string, string[]>): void {
  const readPage = $client
    .prepare<[string], string>('select text from main.page where id = ?')
    .pluck()
  const savePage = $client.prepare('insert into temp.redacted_page values (?, ?)')
  const readSections = $client.prepare<[string], { id: number; heading: string; text: string }>(
    `select section.id, heading, text from main.search_page as found
       join main.search_section as section on section.page_number = found.number
      where found.page_id = ?`
  )
  const saveSection = $client.prepare('insert into temp.redacted_section values (?, ?, ?)')
  for (const [pageId, named] of titles) {
    const redact = (text: string) => named.reduce((rest, title) => rest.replaceAll(title, ''), text)
    savePage.run(pageId, redact(readPage.get(pageId) ?? ''))
    for (const { id, heading, text } of readSections.all(pageId)) {
      saveSection.run(id, redact(heading), redact(text))
    }
  }
}
