import { type Snippet, type SearchTerm, matchesIn, snippetOf } from '../../site/search/snippet.ts'
import { shortLabel } from '../../site/notion/text/short-label.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { prepareOnce } from '../mirror/prepare-once.ts'
import { pageIcon } from '../lists/page-icon.ts'
import type { RankedPage } from './rank-pages.ts'

/** A page that answers a query. */
export interface PageHit {
  id: string
  path: string
  title: string
  /** Where in the title words of the query are. */
  titleRanges: Snippet['ranges']
  /** As it stands before the title; see `shownIcon`. */
  icon: string | null
  score: number
  /** The sections that answer best, at least one. */
  sections: HitSection[]
  /** Pages above it, from the root down, with their icons as the records have them. */
  above: { id: string; title: string; icon: string | null }[]
}

/** A part of a page that answers a query. */
interface HitSection {
  /** Its heading, and the heading's id in the page; empty and null for the page's beginning. */
  heading: string
  anchor: string | null
  snippet: Snippet
}

interface PageRow {
  id: string
  path: string
  title: string
  icon: string | null
  /** Id of the page above it. */
  parent: string | null
}

interface SectionRow {
  heading: string
  anchor: string | null
  text: string
}

const prepared = prepareOnce(({ $client }) => ({
  page: $client.prepare<[number], PageRow>(
    `select page.id, path, page.title, icon, parent_page_id as parent
       from search_page join page on page.id = page_id where number = ?`
  ),
  section: $client.prepare<[number], SectionRow>(
    'select heading, anchor, text from search_section where id = ?'
  ),
  first: $client.prepare<[number], SectionRow>(
    'select heading, anchor, text from search_section where page_number = ? order by id limit 1'
  ),
  above: $client.prepare<[string], PageHit['above'][number]>(
    `with recursive above (id, title, icon, parent, level) as (
       select id, title, icon, parent_page_id, 0 from page where id = ?
       union
       select page.id, page.title, page.icon, page.parent_page_id, level + 1
         from above join page on page.id = above.parent where level < 63
     )
     select id, title, icon from above order by level desc`
  )
}))

/** Tells of pages that were found what a visitor sees of them; `words` are what was looked for. */
export function hitReader(mirror: Mirror, words: SearchTerm[]): (page: RankedPage) => PageHit[] {
  const statements = prepared(mirror)
  // Pages that are found together often stand below the same one.
  const known = new Map<string, PageHit['above']>()
  const upTo = (parent: string) => {
    const above = known.get(parent) ?? statements.above.all(parent).map(shortTitled)
    known.set(parent, above)
    return above
  }
  return ({ number, score, sections }) => {
    const found = statements.page.get(number)
    if (!found) return []
    const { parent, ...page } = shortTitled(found)
    const rows = sections.flatMap((id) => statements.section.get(id) ?? [])
    const all = rows.map((row) => describeSection(row, words))
    const titleRanges = matchesIn(page.title, words)
    const telling = tellingOf(all, { words, isTitleMarked: titleRanges.length > 0 })
    const first = () => statements.first.all(number).map((row) => describeSection(row, words))
    return [
      {
        ...page,
        icon: pageIcon(mirror, page),
        titleRanges,
        score,
        sections: telling.length > 0 ? telling : first(),
        above: parent === null ? [] : upTo(parent)
      }
    ]
  }
}

/** Titles and headings of any length are found; an answer names pages by how they begin. */
function shortTitled<Named extends { title: string }>(named: Named): Named {
  return { ...named, title: shortLabel(named.title) }
}

/**
 * Every section is found by the title of its page: those that have nothing else of what was asked say
 * nothing. Where nothing can be marked in the title either, the best one is taken at its word.
 */
function tellingOf(
  sections: HitSection[],
  { words, isTitleMarked }: { words: SearchTerm[]; isTitleMarked: boolean }
): HitSection[] {
  const telling = sections.filter(
    ({ heading, snippet }) => snippet.ranges.length > 0 || matchesIn(heading, words).length > 0
  )
  return telling.length > 0 || isTitleMarked ? telling : sections.slice(0, 1)
}

function describeSection({ heading, anchor, text }: SectionRow, words: SearchTerm[]): HitSection {
  return { heading: shortLabel(heading), anchor, snippet: snippetOf(text, words) }
}
