import { Command } from 'commander'

import { findMirror } from '../config/find-mirror.ts'
import { terminalText } from '../formats/terminal-text.ts'
import { dataOption } from './options/data-option.ts'
import { jsonText } from '../../site/formats/json-text.ts'
import type { MirrorPaths } from '../../db/mirror/mirror-paths.ts'

const examples = `
Examples:
  $ fansite status                   show the content and age of the mirror, and the last syncs
  $ fansite status --json            print the same as one JSON document
  $ fansite status --searches        list the searches of visitors that had no result
  $ fansite status --data backup     show another data directory

Exit codes:
  0 done · 1 no mirror, or it is damaged or cannot be read · 2 wrong configuration or usage`

/** `fansite status`: prints the state of the mirror and the results of its syncs. */
export function statusCommand(): Command {
  return new Command('status')
    .description('Show the content of the mirror and the results of the last syncs.')
    .addOption(dataOption())
    .option('--json', 'print one JSON document')
    .option('--searches', 'list searches without a result, the most frequent first')
    .addHelpText('after', examples)
    .action(async (flags: { data?: string; json?: boolean; searches?: boolean }) => {
      if (flags.searches) return printSearches(findMirror(flags.data), flags.json === true)
      // Imported on demand: other commands do not need it.
      const { readStatus } = await import('../status/read-status.ts')
      const { describeStatus, statusDocument } = await import('../status/describe-status.ts')
      const status = readStatus(findMirror(flags.data).file)
      const now = Date.now()
      if (flags.json) console.log(jsonText(statusDocument(status, now), 2))
      else for (const line of describeStatus(status, now)) console.log(terminalText(line))
    })
}

const LISTED = 50

async function printSearches({ folder }: MirrorPaths, isJson: boolean): Promise<void> {
  const { readZeroResultCounts } = await import('../../db/search/zero-result-counts.ts')
  const searches = folder === undefined ? [] : readZeroResultCounts(folder, LISTED)
  if (isJson) return console.log(jsonText({ searches }, 2))
  if (searches.length === 0) console.log('no search without a result has been recorded')
  for (const { query, count, last_day: day } of searches) {
    const times = count === 1 ? 'once' : `${count.toLocaleString('en')} times`
    console.log(terminalText(`${query}: ${times}, last on ${day}`))
  }
}
