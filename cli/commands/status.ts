import { Command } from 'commander'

import { findMirror } from '../find-mirror.ts'
import { tamed } from '../query/cell-text.ts'
import { dataOption } from './options.ts'
import { jsonText } from '../json-text.ts'

const examples = `
Examples:
  $ fansite status                   what the mirror holds, how old it is, and how the last syncs went
  $ fansite status --json            the same as one document
  $ fansite status --data backup     of another data directory

Exit codes:
  0 done · 1 no mirror, or one that is damaged or cannot be read · 2 configuration or usage`

/** `fansite status`: the state of the mirror and of its syncs. */
export function statusCommand(): Command {
  return new Command('status')
    .description('Tell what the mirror holds and how its last syncs went.')
    .addOption(dataOption())
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples)
    .action(async (flags: { data?: string; json?: boolean }) => {
      // Loaded here: other commands have no need of it.
      const { readStatus } = await import('../status/read-status.ts')
      const { describeStatus, statusDocument } = await import('../status/describe-status.ts')
      const status = readStatus(findMirror(flags.data).file)
      const now = Date.now()
      if (flags.json) console.log(jsonText(statusDocument(status, now), 2))
      else for (const line of describeStatus(status, now)) console.log(tamed(line))
    })
}
