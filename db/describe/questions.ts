/** A contributor's question and the statement that answers it. */
export interface Question {
  question: string
  sql: string
}

/** The example queries of `docs/mirror.md`: one short statement each, which plain `sqlite3` can run. */
export const questions: Question[] = [
  {
    question: 'Which techniques were released in 2025?',
    sql: `select technique, grade, since_start as since from techniques
 where since_start like '2025%' order by since_start desc, technique limit 5`
  },
  {
    question: 'Which pages link to a given page?',
    sql: `select from_title, from_path, kind from backlinks
 where path = '/lantern-step' and kind <> 'sub_page' order by from_title, kind`
  },
  {
    question: 'Which pages have no links from other pages?',
    sql: `select path, title from orphan_pages order by path limit 5`
  },
  {
    question: 'What takes place on 10 October 2026?',
    sql: `select title, property, start_date, end_date from date_values
 where start_date <= '2026-10-10' and coalesce(end_date, start_date) >= '2026-10-10'
 order by start_date, title`
  },
  {
    question: 'Which pages are the longest?',
    sql: `select title, characters from page_text order by characters desc limit 5`
  },
  {
    question: 'Which images have neither a caption nor an alternative text?',
    sql: `select page.path, block.id from block join page on page.id = block.page_id
 where block.type = 'image' and coalesce(block.raw ->> '$.properties.caption[0][0]', '') = ''
   and coalesce(block.raw ->> '$.properties.alt_text[0][0]', block.raw ->> '$.format.alt_text', '') = ''
 order by page.path limit 5`
  },
  {
    question: 'Which pages changed in a given week?',
    sql: `select at_utc, change, title from recent_changes
 where at >= unixepoch('2026-09-21') * 1000 and at < unixepoch('2026-09-28') * 1000
 order by at desc, title, change limit 5`
  },
  {
    question: 'How many techniques does each grade have, and what do they cost on average?',
    sql: `select grade, count(*) as techniques, round(avg(oil_cost), 1) as oil from techniques
 group by grade order by oil`
  },
  {
    question: 'Which materials do most techniques need?',
    sql: `select text as material, count(*) as techniques from property_values
 where collection = 'Techniques' and property = 'Materials'
 group by text order by techniques desc, material limit 5`
  },
  {
    question: 'Which links are broken?',
    sql: `select path, kind, coalesce(url, target_id) as target, reason from broken_links order by path`
  },
  {
    question: 'Which files are the largest?',
    sql: `select source, media_type, size from asset order by size desc, source limit 3`
  }
]

/** A question of words; its statement needs the function `search` (`site/search/match-words.ts`). */
export const fullTextQuestion: Question = {
  question: 'Which sections contain these words, best first?',
  sql: `select page.path, search_section.heading
  from search_text
  join search_section on search_section.id = search_text.rowid
  join search_page on search_page.number = search_section.page_number
  join page on page.id = search_page.page_id
 where search_text match search('lantern oil') order by rank limit 10`
}
