import { describeMirror } from '../../db/describe/describe-mirror.ts'
import type { Mirror } from '../../db/mirror/open-mirror.ts'
import { markdownTable, tablesAsMarkdown } from './describe-tables.ts'
import { type Question, questions } from './questions.ts'

const introduction = `# The mirror

\`data/mirror.db\` holds the whole wiki as one SQLite file. Any tool that opens SQLite will do:

\`\`\`sh
npx fansite query "select path, title from pages limit 5"
sqlite3 data/mirror.db
\`\`\`

Syncs and the site go on meanwhile, and SQLite keeps two small files beside it for that: where its folder may not be
written, or to take it elsewhere, open a copy made by \`npx fansite snapshot wiki.db\`.

Ids are dashed UUIDs. Columns that end in \`_at\` or \`_time\` are instants in UTC milliseconds, booleans are 0 or 1, and what
is called JSON is valid JSON. Bytes of images and files stand in \`assets/\` beside the mirror, in folders by the first
letters of their sha256. \`npx fansite tables\` tells the same as this page, with the rows that are there and the views of
your own collections.

Each collection has a view of its own, called after its name, with a column for each property: \`Techniques\` is
\`techniques(page_id, path, technique, grade, kind, oil_cost, …)\`. A date has two columns, such as \`since_start\` and
\`since_end\`; what has several values is joined by commas, and stands one by one in \`property_values\`. Where two names
would be the same the later one has a number, such as \`rank_2\`; \`collection.view_name\` and
\`collection_property.column_name\` tell which is which.

Notion does not send rollups and formulas, so they are computed from the mirror: formulas of the first kind, and of the
second kind those made of literals, lists, properties, operators, \`? :\`, \`let\`, \`map\`, \`filter\`, \`some\`, \`every\` and the
functions of the first kind, also written behind a value with a dot. Any other has no value, and says why in
\`property_value.problem\`. \`now()\` is the time of the publication.`

/** The text of `MIRROR.md`, with answers from this mirror. */
export function mirrorGuide(mirror: Mirror): string {
  const answers = questions.map((each) => answered(mirror, each)).join('\n\n')
  const tables = tablesAsMarkdown(describeMirror(mirror))
  return `${introduction}\n\n## Questions\n\nThe answers are those of the sample.\n\n${answers}\n\n${tables}\n`
}

function answered({ $client }: Mirror, { question, sql }: Question): string {
  const statement = $client.prepare<[], unknown[]>(sql).raw()
  const rows = statement.all().map((row) => row.map((cell) => (cell === null ? '' : String(cell))))
  const head = statement.columns().map(({ name }) => name)
  const answer = rows.length === 0 ? 'None.' : markdownTable(head, rows)
  return `### ${question}\n\n\`\`\`sql\n${sql}\n\`\`\`\n\n${answer}`
}
