import path from 'node:path'

import { Command } from 'commander'
import { jsonText } from '../json-text.ts'

const examples = `
Examples:
  $ fansite verify wiki.db           a snapshot, a download, or a restored mirror
  $ fansite verify wiki.db --json    the same as one document
  $ fansite verify next.db && mv next.db data/mirror.db

Exit codes:
  0 it is whole and this fansite serves it · 1 it is not; the first fault is told
  2 configuration or usage`

/** `fansite verify`: whether a file is a mirror that this fansite can serve. */
export function verifyCommand(): Command {
  return new Command('verify')
    .description('Look whether a file from elsewhere is a whole mirror, and nothing else.')
    .argument('<file>', 'a mirror')
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples)
    .action(async (name: string, flags: { json?: boolean }) => {
      // Loaded here: other commands have no need of it.
      const { verifyMirror } = await import('../../db/verify-mirror.ts')
      const file = path.resolve(name)
      const { generation, publishedAt } = verifyMirror(file)
      const published = new Date(publishedAt).toISOString()
      if (flags.json) console.log(jsonText({ file, generation, published_at: publishedAt }))
      else console.log(`${file} is whole: generation ${generation}, published ${published}`)
    })
}
