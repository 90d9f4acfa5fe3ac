import { Command } from 'commander'

import { findMirror } from '../config/find-mirror.ts'
import { tamed } from '../formats/terminal-text.ts'
import { dataOption } from './data-option.ts'
import { jsonText } from '../formats/json-text.ts'
import type { MirrorPaths } from '../../db/mirror/mirror-paths.ts'

const examples = `
Examples:
  $ fansite status                   what the mirror holds, how old it is, and how the last syncs went
  $ fansite status --json            the same as one document
  $ fansite status --searches        what visitors searched for and did not find
  $ fansite status --data backup     of another data directory

Exit codes:
  0 done · 1 no mirror, or one that is damaged or cannot be read · 2 configuration or usage`

/** `fansite status`: the state of the mirror and of its syncs. */
export function statusCommand(): Command {
  return new Command('status')
    .description('Tell what the mirror holds and how its last syncs went.')
    .addOption(dataOption())
    .option('--json', 'print one JSON document')
    .option('--searches', 'list queries that found nothing, those asked most first')
    .addHelpText('after', examples)
    .action(async (flags: { data?: string; json?: boolean; searches?: boolean }) => {
      if (flags.searches) return printSearches(findMirror(flags.data), flags.json === true)
      // Loaded here: other commands have no need of it.
      const { readStatus } = await import('../status/read-status.ts')
      const { describeStatus, statusDocument } = await import('../status/describe-status.ts')
      const status = readStatus(findMirror(flags.data).file)
      const now = Date.now()
      if (flags.json) console.log(jsonText(statusDocument(status, now), 2))
      else for (const line of describeStatus(status, now)) console.log(tamed(line))
    })
}

const LISTED = 50

async function printSearches({ folder }: MirrorPaths, isJson: boolean): Promise<void> {
  const { readZeroResultCounts } = await import('../../db/search/zero-result-counts.ts')
  const searches = folder === undefined ? [] : readZeroResultCounts(folder, LISTED)
  if (isJson) return console.log(jsonText({ searches }, 2))
  if (searches.length === 0) console.log('no query without a result has been counted')
  for (const { query, count, last_day: day } of searches) {
    const times = count === 1 ? 'once' : `${count.toLocaleString('en')} times`
    console.log(tamed(`${query}: ${times}, last on ${day}`))
  }
}
