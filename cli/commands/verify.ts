import { statSync } from 'node:fs'
import path from 'node:path'

import { Command } from 'commander'

import { jsonText } from '../formats/json-text.ts'

const examples = `
Examples:
  $ fansite verify wiki              a snapshot or a clone with its files
  $ fansite verify wiki.db           a mirror alone: a snapshot, a download, or a restored mirror
  $ fansite verify wiki --json       the same as one document
  $ fansite verify next.db && mv next.db data/mirror.db

Exit codes:
  0 it is whole and this fansite serves it · 1 it is not; the first fault is told
  2 configuration or usage`

/** `fansite verify`: whether a file is a mirror that this fansite can serve, and a folder has all of its files. */
export function verifyCommand(): Command {
  return new Command('verify')
    .description('Look whether a copy from elsewhere is a whole mirror, and nothing else.')
    .argument('<folder or file>', 'a folder with mirror.db and assets/, or a mirror alone')
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples)
    .action(async (name: string, flags: { json?: boolean }) => {
      // Loaded here: other commands have no need of it.
      const { verifyMirror } = await import('../../db/check/verify-mirror.ts')
      const { verifyAssets } = await import('../check/verify-assets.ts')
      const target = path.resolve(name)
      const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false
      const file = isFolder ? path.join(target, 'mirror.db') : target
      const { generation, publishedAt } = verifyMirror(file)
      const counts = isFolder ? await verifyAssets(file, path.join(target, 'assets')) : undefined
      const published = new Date(publishedAt).toISOString()
      const document = {
        file,
        generation,
        published_at: publishedAt,
        ...(counts && { files: counts.files, file_bytes: counts.bytes })
      }
      const files = counts ? `, ${counts.files} files` : ''
      if (flags.json) console.log(jsonText(document))
      else
        console.log(`${target} is whole: generation ${generation}, published ${published}${files}`)
    })
}
