import { type QueryUnit, parseQuery, searchTermOf } from '../../site/search/parse-query.ts'
import { type SearchTerm, matchesIn } from '../../site/search/snippet.ts'
import { redactedPages } from '../lists/exclusion/redact-excluded.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import type { RankedPage } from './rank-pages.ts'

/** Pages in which the words of a suggestion are searched. */
const MAX_READ = 20

interface Found {
  pages: RankedPage[]
  /** The words of the query, then corrections. */
  words: SearchTerm[]
  didYouMean: string | undefined
}

/**
 * Leaves out pages that match only by a title of an excluded page: until the next sync, the index
 * contains these titles, in the texts of the pages that mention them. Requires that pages are excluded.
 */
export function withoutExcludedWords<T extends Found>(
  mirror: Mirror,
  units: QueryUnit[],
  found: T
): T {
  const redacted = new Set(statements(mirror).redacted.all())
  const asked = units.map(searchTermOf)
  const corrected = found.words.slice(asked.length)
  const pages = found.pages.filter((page) => {
    if (!redacted.has(page.number)) return true
    const has = wordsOf(mirror, page)
    return asked.every(has) || corrected.some(has)
  })
  const suggested = parseQuery(found.didYouMean ?? '').units.map(searchTermOf)
  const isShown = pages.slice(0, MAX_READ).some((page) => suggested.every(wordsOf(mirror, page)))
  return { ...found, pages, didYouMean: isShown ? found.didYouMean : undefined }
}

/** Returns a function that finds a word in what the site shows of a page. */
function wordsOf(mirror: Mirror, { number }: RankedPage): (word: SearchTerm) => boolean {
  const text = statements(mirror).text.get(number) ?? ''
  return (word) => matchesIn(text, [word]).length > 0
}

const statements = ({ $client }: Mirror) => ({
  redacted: $client
    .prepare<[], number>(`select number from main.search_page where page_id in (${redactedPages})`)
    .pluck(),
  text: $client
    .prepare<[number], string>(
      `select concat_ws(char(10), page.title, own.aliases, own.tags,
                        (select group_concat(heading || char(10) || text, char(10))
                           from search_section where page_number = own.number))
         from search_page as own join page on page.id = own.page_id where own.number = ?`
    )
    .pluck()
})
