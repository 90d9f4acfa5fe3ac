import { text } from 'node:stream/consumers'

import { Command, InvalidArgumentError, Option } from 'commander'

import { RAW_CSV } from '../formats/csv-line.ts'
import { dataOption } from './data-option.ts'

interface QueryFlags {
  data?: string
  json?: boolean
  csv?: boolean
  rawCsv?: boolean
  limit: number
  timeout: number
}

const examples = `
Examples:
  $ fansite query "select path, title from page order by position"
  $ fansite query "pragma table_info(page)"              the columns of a table
  $ fansite query "select * from page" --csv > pages.csv
  $ fansite query "select * from page" --json --limit 100000
  $ fansite query - < report.sql                         the statement from a file
  $ fansite query "select 1" --data backup/mirror.db     another mirror

Only one statement that reads is run: select, values, with, explain, and pragmas that tell something.
In --csv, an apostrophe before a text that begins like a formula (= + - @) keeps spreadsheets from running
it; --raw-csv writes it as it is. In --json, integers beyond 2^53 are strings, and a blob is {"base64": "…"}.

Exit codes:
  0 done · 1 no mirror, or one that cannot be read; or more time or memory than a statement may take
  2 an error in the SQL, or a statement that is not run here · 130 stopped by SIGINT, 143 by SIGTERM`

/** `fansite query`: one statement of SQL over the mirror, and its rows. */
export function queryCommand(): Command {
  return new Command('query')
    .description('Ask the mirror in SQL.')
    .argument('<sql>', 'the statement, in quotes; "-" reads it from stdin')
    .addOption(dataOption())
    .addOption(new Option('--json', 'print a JSON array of objects').conflicts(['csv', 'rawCsv']))
    .option('--csv', 'print comma-separated values')
    .option('--raw-csv', RAW_CSV)
    .option('--limit <rows>', 'rows to print at most', parseRows, 1000)
    .option('--timeout <seconds>', 'time the statement may take', parseSeconds, 10)
    .addHelpText('after', examples)
    .action(async (argument: string, flags: QueryFlags) => {
      const sql = argument === '-' ? await text(process.stdin) : argument
      // Loaded here: other commands have no need of it.
      const { query } = await import('../query/query.ts')
      await query({ ...flags, sql })
    })
}

function parseRows(value: string): number {
  const rows = Number(value)
  if (Number.isSafeInteger(rows) && rows >= 1) return rows
  throw new InvalidArgumentError('Write a whole number above 0, such as 10000.')
}

function parseSeconds(value: string): number {
  const seconds = Number(value)
  if (value.trim() !== '' && seconds > 0 && seconds <= 24 * 60 * 60) return seconds
  throw new InvalidArgumentError('Write a number of seconds above 0, such as 60 or 0.5.')
}
