import { shortLabel } from '../../site/notion/text/short-label.ts'
import type { ShardPage } from '../../site/search/shards/shard-files.ts'
import { pageIcon } from '../lists/page-icon.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { listOf } from './write/name-writer.ts'

interface PageRow {
  number: number
  id: string
  path: string
  title: string
  icon: string | null
  aliases: string
}

interface SectionRow {
  page: number
  heading: string
  anchor: string | null
  text: string
}

/** A page that is searched, with its id. */
export type SearchedPage = ShardPage & { id: string }

/** A page that is searched, and the number of its sections. */
export interface NumberedPage {
  number: number
  id: string
  sections: number
}

/**
 * Reads the pages that the search index has, by number, except excluded and covered pages: `readNames`
 * leaves them out too. Empty if there is no index; see `publishedIndex`.
 */
export function readNumberedPages({ $client }: Mirror): NumberedPage[] {
  return $client
    .prepare<[], NumberedPage>(
      `select number, page.id,
              (select count(*) from search_section where page_number = number) as sections
         from search_page join page on page.id = page_id where spoiler is null order by number`
    )
    .all()
}

/** Reads the names and texts of the same pages, or of those with `numbers`, which are ascending. */
export function* readShardPages(mirror: Mirror, numbers?: number[]): Iterable<SearchedPage> {
  const { $client } = mirror
  const given = numbers ? [JSON.stringify(numbers)] : []
  const amongThem = numbers ? 'in (select value from json_each(?))' : 'is not null'
  const pages = $client
    .prepare<string[], PageRow>(
      `select number, page.id, path, page.title, icon, aliases
         from search_page join page on page.id = page_id
        where spoiler is null and number ${amongThem} order by number`
    )
    .all(...given)
  const sections = groupByPage(
    $client
      .prepare<string[], SectionRow>(
        `select page_number as page, heading, anchor, text
           from search_section where page_number ${amongThem} order by id`
      )
      .iterate(...given)
  )
  const above = ancestorsOf(mirror)
  let next = sections.next()
  try {
    for (const { number, id, path, title, icon, aliases } of pages) {
      while (!next.done && next.value.page < number) next = sections.next()
      const own = !next.done && next.value.page === number ? next.value.sections : []
      yield {
        number,
        id,
        path,
        title,
        icon: pageIcon(mirror, { id, icon }),
        above: above(id),
        aliases: listOf(aliases),
        sections: own.map(({ heading, anchor, text }) => ({ heading, anchor, text }))
      }
    }
  } finally {
    // The last sections may be of a page that is left out. SQLite ends no transaction while a statement is
    // open.
    sections.return()
  }
}

function* groupByPage(
  rows: Iterable<SectionRow>
): Generator<{ page: number; sections: SectionRow[] }, void> {
  let group: { page: number; sections: SectionRow[] } | undefined
  for (const row of rows) {
    if (group && group.page !== row.page) yield group
    if (group?.page !== row.page) group = { page: row.page, sections: [] }
    group.sections.push(row)
  }
  if (group) yield group
}

interface Ancestor {
  title: string
  parent: string | null
}

/** Returns a function for the titles of a page's ancestors, from the root down. */
function ancestorsOf({ $client }: Mirror): (id: string) => string[] {
  const read = $client.prepare<[string], Ancestor>(
    'select title, parent_page_id as parent from page where id = ?'
  )
  const known = new Map<string, Ancestor | undefined>()
  const find = (id: string): Ancestor | undefined => {
    if (!known.has(id)) known.set(id, read.get(id))
    return known.get(id)
  }
  return (id) => {
    const titles: string[] = []
    const seen = new Set([id])
    for (let at = find(id)?.parent; at != null && !seen.has(at); at = find(at)?.parent) {
      seen.add(at)
      titles.unshift(shortLabel(find(at)?.title ?? ''))
    }
    return titles
  }
}
