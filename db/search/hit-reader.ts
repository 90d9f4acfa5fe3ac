import { matchingSections } from '../../site/search/matching-sections.ts'
import { type Snippet, type SearchTerm, matchesIn, snippetOf } from '../../site/search/snippet.ts'
import { shortLabel, shortTitled } from '../../site/notion/text/short-label.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { pageIcon } from '../lists/page-icon.ts'
import type { RankedPage } from './rank-pages.ts'

/** A search result: a page with its best sections. */
export interface PageHit {
  id: string
  path: string
  title: string
  /** Matches of the query's words in the title. */
  titleRanges: Snippet['ranges']
  /** Shown before the title; see `pageIcon`. */
  icon: string | null
  score: number
  /** The best matching sections, at least one. */
  sections: HitSection[]
  /** Its ancestors, from the root down, with the icons of their records. */
  above: { id: string; title: string; icon: string | null }[]
}

/** A matching section of a page. */
interface HitSection {
  /** Its heading and the heading's HTML id; empty and null for the section before the first heading. */
  heading: string
  anchor: string | null
  snippet: Snippet
}

interface PageRow {
  id: string
  path: string
  title: string
  icon: string | null
  /** The chapter that it spoils; null if it is not covered. */
  spoiler: string | null
  /** Id of the parent page. */
  parent: string | null
}

interface SectionRow {
  heading: string
  anchor: string | null
  text: string
}

const prepared = ({ $client }: Mirror) => ({
  page: $client.prepare<[number], PageRow>(
    `select page.id, path, page.title, icon, spoiler, parent_page_id as parent
       from search_page join page on page.id = page_id where number = ?`
  ),
  section: $client.prepare<[number], SectionRow>(
    'select heading, anchor, text from search_section where id = ?'
  ),
  first: $client.prepare<[number], SectionRow>(
    'select heading, anchor, text from search_section where page_number = ? order by id limit 1'
  ),
  above: $client.prepare<[string], PageHit['above'][number] & { spoiler: string | null }>(
    `with recursive above (id, title, icon, spoiler, parent, level) as (
       select id, title, icon, spoiler, parent_page_id, 0 from page where id = ?
       union
       select page.id, page.title, page.icon, page.spoiler, page.parent_page_id, level + 1
         from above join page on page.id = above.parent where level < 63
     )
     select id, title, icon, spoiler from above order by level desc`
  )
})

/**
 * Returns a function that reads the fields of a search result; `words` are highlighted in snippets. A
 * covered page has the name that `spoilerLabel` returns for its chapter, and nothing else.
 */
export function hitReader(
  mirror: Mirror,
  { words, spoilerLabel }: { words: SearchTerm[]; spoilerLabel: (chapter: string) => string }
): (page: RankedPage) => PageHit[] {
  const statements = prepared(mirror)
  // Results often have the same parent page.
  const cache = new Map<string, PageHit['above']>()
  const named = ({ spoiler, ...page }: ReturnType<typeof statements.above.all>[number]) =>
    spoiler === null ? shortTitled(page) : { ...page, title: spoilerLabel(spoiler), icon: null }
  const ancestorsOf = (parent: string) => {
    const above = cache.get(parent) ?? statements.above.all(parent).map(named)
    cache.set(parent, above)
    return above
  }
  return ({ number, score, sections }) => {
    const found = statements.page.get(number)
    if (!found) return []
    const { parent, spoiler, ...page } = shortTitled(found)
    const above = parent === null ? [] : ancestorsOf(parent)
    if (spoiler !== null) return [{ ...coveredHit(page, spoilerLabel(spoiler)), score, above }]
    const rows = sections.flatMap((id) => statements.section.get(id) ?? [])
    const all = rows.map((row) => describeSection(row, words))
    const titleRanges = matchesIn(page.title, words)
    const matching = matchingSections(all, { words, hasTitleMatch: titleRanges.length > 0 })
    const first = () => statements.first.all(number).map((row) => describeSection(row, words))
    return [
      {
        ...page,
        icon: pageIcon(mirror, page),
        titleRanges,
        score,
        sections: matching.length > 0 ? matching : first(),
        above
      }
    ]
  }
}

function coveredHit({ id, path }: { id: string; path: string }, title: string) {
  const snippet = { text: '', ranges: [] }
  const sections = [{ heading: '', anchor: null, snippet }]
  return { id, path, title, titleRanges: [], icon: null, sections }
}

function describeSection({ heading, anchor, text }: SectionRow, words: SearchTerm[]): HitSection {
  return { heading: shortLabel(heading), anchor, snippet: snippetOf(text, words) }
}
