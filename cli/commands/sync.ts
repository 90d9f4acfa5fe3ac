import { Command, InvalidArgumentError, Option } from 'commander'

import { dataOption } from './data-option.ts'
import type { SyncFlags } from '../sync/run-sync.ts'

const examples = `
Examples:
  $ fansite sync                     fetch what has changed in the workspace and publish it
  $ fansite sync --full              read everything again
  $ fansite sync --page /techniques  only this page and what hangs on it
  $ fansite sync --deadline 30       stop after half an hour; the next sync goes on from there
  $ fansite sync --rate 1            ask the workspace once a second

Exit codes:
  0 published, or unchanged · 1 failed, nothing published · 2 configuration or usage
  3 published, something was newly lost or kept at its last good copy (of files, most)
  4 refused: suspiciously many pages are gone · 5 another sync is running
  130 stopped by SIGINT, 143 by SIGTERM: nothing published, what was read is kept`

/** `fansite sync`: one walk of the workspace and its publication. */
export function syncCommand(): Command {
  return new Command('sync')
    .description('Walk the workspace and publish what has changed in it into the mirror.')
    .addOption(dataOption())
    .addOption(new Option('--full', 'read everything again, changed or not').conflicts('page'))
    .option(
      '--page <id or path>',
      'read this page (a link will do) and what hangs on it, and nothing else'
    )
    .option(
      '--rate <number>',
      'requests a second, or "none" (default: 3, no limit on this machine)',
      parseRate
    )
    .option('--concurrency <number>', 'requests at once (default: 8)', parseCount)
    .option('--deadline <minutes>', 'time the run may take (default: no limit)', parseMinutes)
    .option('--record <dir>', 'also write what was read there, for "npm run workspace"')
    .option('--allow-shrink', 'publish even when most pages are gone from the workspace')
    .option('--json', 'print the account of the run as one JSON document')
    .addHelpText('after', examples)
    .action(async (flags: SyncFlags) => {
      // Loaded here: other commands have no need of it.
      const { runSync } = await import('../sync/run-sync.ts')
      await runSync(flags)
    })
}

/** Commander takes null for no value at all, so no limit is `Infinity`. */
function parseRate(value: string): number {
  if (value === 'none') return Infinity
  const rate = Number(value)
  if (rate > 0 && rate <= 1000) return rate
  throw new InvalidArgumentError('Write a number above 0, such as 3 or 0.5, or "none".')
}

function parseCount(value: string): number {
  const count = Number(value)
  if (Number.isInteger(count) && count >= 1 && count <= 64) return count
  throw new InvalidArgumentError('Write a whole number from 1 to 64.')
}

/** Milliseconds. */
function parseMinutes(value: string): number {
  const minutes = Number(value)
  if (value.trim() !== '' && minutes > 0 && minutes <= 7 * 24 * 60) return minutes * 60_000
  throw new InvalidArgumentError('Write a number of minutes above 0, such as 30 or 0.5.')
}
