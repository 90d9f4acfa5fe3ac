import path from 'node:path'

import { Command } from 'commander'

import { findMirror } from '../find-mirror.ts'
import { dataOption } from './options.ts'
import { jsonText } from '../json-text.ts'

const examples = `
Examples:
  $ fansite snapshot wiki.db         one file with all that is published, for any SQLite tool
  $ fansite serve --data wiki.db     serve it, without the pictures
  $ fansite snapshot wiki.db --json  print what was written as one document

Exit codes:
  0 done · 1 no mirror, or the copy cannot be written · 2 configuration or usage`

/** `fansite snapshot`: one self-contained copy of the mirror. */
export function snapshotCommand(): Command {
  return new Command('snapshot')
    .description('Write one compacted copy of the mirror, while syncs and the site go on.')
    .argument('<file>', 'where to write it; an earlier copy there is replaced')
    .addOption(dataOption())
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples)
    .action(async (target: string, flags: { data?: string; json?: boolean }) => {
      const { openMirrorForReading } = await import('../../db/open-mirror.ts')
      const { writeSnapshot } = await import('../../db/write-snapshot.ts')
      const mirror = openMirrorForReading(findMirror(flags.data).file)
      try {
        const snapshot = writeSnapshot(mirror, path.resolve(target))
        const { file, size, generation } = snapshot
        if (flags.json) console.log(jsonText(snapshot))
        else console.log(`${file}: generation ${generation}, ${(size / 1e6).toFixed(1)} MB`)
      } finally {
        mirror.$client.close()
      }
    })
}
