import { describeMirror } from '../../db/describe/describe-mirror.ts'
import type { Mirror } from '../../db/mirror/open-mirror.ts'
import { markdownTable, tablesAsMarkdown } from './describe-tables.ts'
import { type Question, fullTextQuestion, questions } from '../../db/describe/questions.ts'

const introduction = `# The mirror

The mirror, \`data/mirror.db\`, is one SQLite file with the whole wiki. \`fansite query\` and any SQLite tool can read it:

\`\`\`sh
npx fansite query "select path, title from pages limit 5"
npx fansite tables pages techniques
sqlite3 data/mirror.db "select path, title from page order by position limit 10"
\`\`\`

Reading does not disturb syncs or the site. SQLite keeps two small files beside an open database, so it needs write access
to the folder. Without write access, or to use the mirror on another machine, open a copy made by
\`npx fansite snapshot wiki.db\`. SQLite before 3.42, such as that of Debian 12, reads all tables but \`search_name\` and \`search_text\`,
the full-text indexes: it ends a query of them with "invalid fts5 file format". \`fansite query\` has a newer SQLite of its own.

This page describes the tables and views that every mirror has. \`npx fansite tables\` describes those of your mirror, with
row counts and the views of your collections.

## Terms

- A **block** is Notion's unit of content: a paragraph, an image, a page.
- A **page** is a block with a path on the site.
- A **collection** is a database of Notion. Its rows are pages.
- A **collection view** is a view that Notion shows of a collection. A **view** without that word is a view in SQL.
- A **publication** is a change of the mirror by a sync, in one transaction. Its number is the **generation**.
- A **source URL** is the URL of a file as the record in Notion has it.

## Conventions

- Ids are dashed UUIDs.
- Columns that end in \`_at\` or \`_time\` are instants in UTC milliseconds. Exceptions are \`start_time\` and \`end_time\` of
  dates, which are times of day.
- Booleans are 0 or 1.
- Columns described as JSON contain valid JSON.
- Files are stored in \`assets/\` beside the mirror. A file is named by its sha256, in a folder named by the first two
  digits.

## One view per collection

Each collection has an SQL view, named after the collection, with a column for each property:
\`techniques(page_id, path, technique, grade, kind, oil_cost, …)\`.

- A date has two columns, such as \`since_start\` and \`since_end\`.
- Several values of a property are joined by commas. \`property_values\` has one row per value.
- If two names would be equal, the later one gets a number, such as \`rank_2\`. \`collection.view_name\` and
  \`collection_property.column_name\` list the names.

## Rollups and formulas

Notion does not send the values of rollups and formulas, so a sync computes them from the mirror:

- all formulas 1.0
- formulas 2.0 made of literals, lists, properties, operators, \`? :\`, comments and the
  [functions of Notion](https://www.notion.com/help/formula-syntax), also as methods (\`value.function()\`), except
  \`email\`, \`id\` and \`formatNumber\`

Any other formula has no value, and \`property_value.problem\` has the reason. A negative index of \`substring\` and
other arguments for which Notion documents no result also give no value. \`style\`, \`unstyle\` and
\`link\` give plain text. \`now()\` is the time of the publication.

## Full-text search

The full-text indexes have folded words, and pairs of letters in Japanese, Chinese, Korean and Thai. \`search('words')\`, a function of
\`fansite query\` and of [SQL in the browser](data.md#sql-in-the-browser), makes the expression for \`match\` from words as they are
typed. All words must occur; \`*\` at the end also finds longer words.

\`\`\`sql
${fullTextQuestion.sql}
\`\`\`

\`search_text\` has the texts of sections, \`search_name\` the names of pages, with the \`number\` of \`search_page\` as rowid. Other
SQLite tools do not have this function.`

/** The text of `docs/mirror.md`, with answers from this mirror. */
export function mirrorGuide(mirror: Mirror): string {
  const answers = questions.map((each) => answered(mirror, each)).join('\n\n')
  const tables = tablesAsMarkdown(describeMirror(mirror))
  return `${introduction}\n\n## Example queries\n\nThese are the results for the sample workspace.\n\n${answers}\n\n${tables}\n`
}

function answered({ $client }: Mirror, { question, sql }: Question): string {
  const statement = $client.prepare<[], unknown[]>(sql).raw()
  const rows = statement.all().map((row) => row.map((cell) => (cell === null ? '' : String(cell))))
  const head = statement.columns().map(({ name }) => name)
  const answer = rows.length === 0 ? 'None.' : markdownTable(head, rows)
  return `### ${question}\n\n\`\`\`sql\n${sql}\n\`\`\`\n\n${answer}`
}
