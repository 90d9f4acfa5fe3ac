import { Command, InvalidArgumentError, Option } from 'commander'

import { dataOption } from './options/data-option.ts'
import { parseFolder, parseText } from './options/parse-text.ts'
import { isRequestRate } from './options/request-rate.ts'
import type { SyncFlags } from '../sync/run-sync.ts'

const examples = `
Examples:
  $ fansite sync                     read the changes of the workspace and publish them
  $ fansite sync --full              read every record again
  $ fansite sync --page /techniques  read only this page and its descendants
  $ fansite sync --deadline 30       stop after 30 minutes; the next sync resumes the run
  $ fansite sync --rate 1            send at most one request per second

Exit codes:
  0 published, or unchanged · 1 failed, nothing new on the site · 2 wrong configuration or usage
  3 published, but some records, or most files, could not be read for the first time
  4 refused, because suspiciously many pages are gone · 5 another sync or clone is running,
  or a snapshot is being written into the data directory
  130 stopped by SIGINT, 143 by SIGTERM: nothing published; the next sync resumes the run`

/** `fansite sync`: walks the workspace once and publishes the result. */
export function syncCommand(): Command {
  return new Command('sync')
    .description('Read the changes of the workspace and publish them to the mirror.')
    .addOption(dataOption())
    .addOption(new Option('--full', 'read every record, changed or not').conflicts('page'))
    .option(
      '--page <id or path>',
      'read only this page and its descendants; a link to the page works too',
      parseText('Write the id or path of a page, or a link to it.')
    )
    .option(
      '--rate <number>',
      'requests per second, or "none" (default: 3, or none when the workspace is on this machine)',
      parseRate
    )
    .option('--concurrency <number>', 'concurrent requests (default: 8)', parseCount)
    .option('--deadline <minutes>', 'time the run may take (default: no limit)', parseMinutes)
    .option(
      '--record <dir>',
      'write the records to this folder too, for "npm run workspace"',
      parseFolder
    )
    .option('--allow-shrink', 'publish even if suspiciously many pages are gone')
    .option('--json', 'print the report of the run as one JSON document')
    .option('--config-from-stdin', 'read SITE_CONFIG from the standard input')
    .addHelpText('after', examples)
    .action(async (flags: SyncFlags) => {
      // Imported on demand: other commands do not need it.
      const { runSync } = await import('../sync/run-sync.ts')
      await runSync(flags)
    })
}

/** "none" is `Infinity`: commander treats null as an absent value. */
function parseRate(value: string): number {
  if (value === 'none') return Infinity
  const rate = Number(value)
  if (isRequestRate(rate)) return rate
  throw new InvalidArgumentError(
    'Write a number above 0 and up to 1000, such as 3 or 0.5, or "none".'
  )
}

function parseCount(value: string): number {
  const count = Number(value)
  if (Number.isInteger(count) && count >= 1 && count <= 64) return count
  throw new InvalidArgumentError('Write a whole number from 1 to 64.')
}

/** Milliseconds. */
function parseMinutes(value: string): number {
  const minutes = Number(value)
  if (minutes > 0 && minutes <= 7 * 24 * 60) return minutes * 60_000
  throw new InvalidArgumentError('Write a number of minutes above 0, such as 30 or 0.5.')
}
