import { parseQuery } from '../../site/search/parse-query.ts'
import { type Snippet, matchesIn, snippetOf } from '../../site/search/snippet.ts'
import type { Mirror } from '../open-mirror.ts'
import { preparedOnce } from '../prepared.ts'
import type { RankedPage } from './rank-pages.ts'
import type { SearchIndex } from './search-index.ts'
import type { NamedEntry } from './title-index.ts'

const FACETS = 20

/** What is searched for, and among which pages. */
export interface SearchRequest {
  query: string
  /** Pages that are described; all are counted. */
  limit: number
  /** Only this page and those below it. */
  ancestorId?: string | undefined
  /** Only rows of this collection, by its id. */
  collection?: string | undefined
  /** Only pages with this tag. */
  tag?: string | undefined
  /** Ids of pages that are kept back. */
  hidden: Set<string>
}

/** A page that answers a query. */
export interface PageHit {
  id: string
  path: string
  title: string
  /** Where in the title words of the query are. */
  titleRanges: Snippet['ranges']
  icon: string | null
  score: number
  /** The sections that answer best, at least one. */
  sections: HitSection[]
  /** Pages above it, from the root down. */
  above: { id: string; title: string; icon: string | null }[]
}

/** A part of a page that answers a query. */
interface HitSection {
  /** Its heading, and the heading's id in the page; empty and null for the page's beginning. */
  heading: string
  anchor: string | null
  snippet: Snippet
}

interface Facet {
  /** Id of a collection, or a tag itself. */
  value: string
  name: string
  pages: number
}

export interface SearchAnswer {
  /** The query as it was answered. */
  query: string
  isCut: boolean
  hits: PageHit[]
  /** How many pages answer; of common words, those that were looked at. */
  total: number
  facets: { collections: Facet[]; tags: Facet[] }
  didYouMean: string | undefined
  /** The publication that the index is of; another one may just have taken its place. */
  generation: number
}

/** Finds pages in a mirror by its index; the best come first. */
export function searchPages(
  mirror: Mirror,
  index: SearchIndex,
  request: SearchRequest
): SearchAnswer {
  const query = parseQuery(request.query)
  const isWanted = pageFilter(mirror, request)
  const accepts = (number: number) => {
    const entry = index.titles.entry(number)
    return entry !== undefined && isWanted(number, entry)
  }
  const isNarrowed = [request.ancestorId, request.collection, request.tag].some(Boolean)
  const { pages, didYouMean, words } = index.find(query, isNarrowed ? accepts : undefined)
  const wanted = pages.flatMap((page) => {
    const entry = index.titles.entry(page.number)
    return entry && accepts(page.number) ? [{ page, entry }] : []
  })
  const describe = hitReader(mirror, words)
  // A word may stand on pages alone that are kept back.
  const isShown = (meant: string) =>
    request.hidden.size === 0 ||
    index.find(parseQuery(meant)).pages.some(({ number }) => {
      const id = index.titles.entry(number)?.id
      return id !== undefined && !request.hidden.has(id)
    })
  const hits = wanted.slice(0, request.limit).flatMap(({ page }) => describe(page))
  const entries = wanted.map(({ entry }) => entry)
  return {
    query: query.text,
    isCut: query.isCut,
    hits,
    total: wanted.length,
    facets: countFacets(mirror, entries),
    didYouMean: didYouMean !== undefined && isShown(didYouMean) ? didYouMean : undefined,
    generation: index.generation
  }
}

function pageFilter(mirror: Mirror, request: SearchRequest) {
  const { ancestorId, collection, tag, hidden } = request
  const below = ancestorId === undefined ? undefined : numbersBelow(mirror, ancestorId)
  return (number: number, { id, collectionId, tags }: NamedEntry): boolean =>
    !hidden.has(id) &&
    (below === undefined || below.has(number)) &&
    (collection === undefined || collectionId === collection) &&
    (tag === undefined || tags.includes(tag))
}

function numbersBelow(mirror: Mirror, ancestorId: string): Set<number> {
  return new Set(prepared(mirror).below.all(ancestorId))
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

const prepared = preparedOnce(({ $client }) => ({
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
  ),
  below: $client
    .prepare<[string], number>(
      `with recursive below (id) as (
         select id from page where id = ?
         union
         select page.id from below join page on page.parent_page_id = below.id
       )
       select number from below join search_page on page_id = below.id`
    )
    .pluck(),
  collectionName: $client
    .prepare<[string], string>('select name from collection where id = ?')
    .pluck()
}))

function hitReader(mirror: Mirror, words: string[]): (page: RankedPage) => PageHit[] {
  const statements = prepared(mirror)
  // Pages that are found together often stand below the same one.
  const known = new Map<string, PageHit['above']>()
  const upTo = (parent: string) => {
    const above = known.get(parent) ?? statements.above.all(parent)
    known.set(parent, above)
    return above
  }
  return ({ number, score, sections }) => {
    const found = statements.page.get(number)
    // Gone since it was found: a sync has published.
    if (!found) return []
    const { parent, ...page } = found
    const rows = sections.flatMap((id) => statements.section.get(id) ?? [])
    // Every section is found by the title of its page: those that have nothing else of what was asked say nothing.
    const telling = rows.filter(({ heading, text }) =>
      [heading, text].some((part) => matchesIn(part, words).length > 0)
    )
    const shown = telling.length > 0 ? telling : statements.first.all(number)
    return [
      {
        ...page,
        titleRanges: matchesIn(page.title, words),
        score,
        sections: shown.map(({ heading, anchor, text }) => ({
          heading,
          anchor,
          snippet: snippetOf(text, words)
        })),
        above: parent === null ? [] : upTo(parent)
      }
    ]
  }
}

/** The collections and tags of the pages found, those with most of them first. */
function countFacets(mirror: Mirror, entries: NamedEntry[]): SearchAnswer['facets'] {
  const collections = most(entries.flatMap(({ collectionId }) => collectionId ?? []))
  const { collectionName: nameOf } = prepared(mirror)
  return {
    collections: collections.map(([value, pages]) => ({
      value,
      name: nameOf.get(value) ?? '',
      pages
    })),
    tags: most(entries.flatMap(({ tags }) => tags)).map(([value, pages]) => ({
      value,
      name: value,
      pages
    }))
  }
}

function most(values: string[]): [value: string, count: number][] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1]).slice(0, FACETS)
}
