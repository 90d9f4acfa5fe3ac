import { text } from 'node:stream/consumers'

import { Command, InvalidArgumentError, Option } from 'commander'

import { RAW_CSV } from '../../site/formats/csv-line.ts'
import { dataOption } from './options/data-option.ts'

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
  $ fansite query "pragma table_info(page)"              list the columns of a table
  $ fansite query "select * from page" --csv > pages.csv
  $ fansite query "select * from page" --json --limit 100000
  $ fansite query - < report.sql                         read the statement from a file
  $ fansite query "select 1" --data backup/mirror.db     query another mirror

Run "fansite tables" for the tables and columns. The command runs one read-only statement: select,
values, with, explain, or a pragma that only reads.
With --csv, text that begins like a formula (= + - @) gets a leading apostrophe, so that spreadsheets do
not run it; --raw-csv writes it unchanged. With --json, integers beyond 2^53 are strings, and a blob is
{"base64": "…"}.

Exit codes:
  0 done · 1 no mirror, an unreadable mirror, or a statement over the time or memory limit
  2 an error in the SQL, or a statement that is not read-only · 130 stopped by SIGINT, 143 by SIGTERM`

/** `fansite query`: runs one read-only SQL statement and prints its rows. */
export function queryCommand(): Command {
  return new SqlCommand('query')
    .description('Query the mirror in SQL.')
    .argument('<sql>', 'statement in quotes; "-" reads it from stdin')
    .addOption(dataOption())
    .addOption(new Option('--json', 'print a JSON array of objects').conflicts(['csv', 'rawCsv']))
    .option('--csv', 'print comma-separated values')
    .option('--raw-csv', RAW_CSV)
    .option('--limit <rows>', 'maximum number of rows to print', parseRows, 1000)
    .option('--timeout <seconds>', 'time the statement may take', parseSeconds, 10)
    .addHelpText('after', examples)
    .action(async (argument: string, flags: QueryFlags) => {
      const sql = argument === '-' ? await text(process.stdin) : argument
      // Imported on demand: other commands do not need it.
      const { query } = await import('../query/query.ts')
      await query({ ...flags, sql })
    })
}

/** A statement that begins with a comment, `-- …`, is no option. */
class SqlCommand extends Command {
  override parseOptions(args: string[]): ReturnType<Command['parseOptions']> {
    // A space before it changes nothing in SQL.
    return super.parseOptions(args.map((each) => each.replace(/^--[^\n]*\n/, ' $&')))
  }
}

function parseRows(value: string): number {
  const rows = Number(value)
  if (Number.isSafeInteger(rows) && rows >= 1) return rows
  throw new InvalidArgumentError('Write a whole number above 0, such as 10000.')
}

function parseSeconds(value: string): number {
  const seconds = Number(value)
  if (seconds > 0 && seconds <= 24 * 60 * 60) return seconds
  throw new InvalidArgumentError('Write a number of seconds above 0, such as 60 or 0.5.')
}
