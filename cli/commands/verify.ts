import path from 'node:path'

import { Command } from 'commander'

import { findStats } from '../../db/mirror/files/find-stats.ts'
import { explained } from '../../db/mirror/mirror-error.ts'
import { jsonText } from '../../site/formats/json-text.ts'
import { parseText } from './options/parse-text.ts'
import { counted } from '../formats/quantities.ts'

const examples = `
Examples:
  $ fansite verify wiki              verify a snapshot or a clone with its files
  $ fansite verify wiki.db           verify a mirror alone, such as a download or a backup
  $ fansite verify wiki --json       print the result as one JSON document
  $ fansite verify next.db && rm -f data/mirror.db-wal data/mirror.db-shm && mv next.db data/mirror.db
                                     replace the mirror of a site, while no sync runs

Exit codes:
  0 the copy is intact and can be served · 1 it is not; the first fault is printed
  2 wrong configuration or usage`

/** `fansite verify`: checks that a copy can be served by this version and that its files are intact. */
export function verifyCommand(): Command {
  return new Command('verify')
    .description('Verify that a copy from another source is an intact, unmodified mirror.')
    .argument(
      '<folder or file>',
      'folder with mirror.db and assets/, or a mirror alone',
      parseText('Write the name of a folder or file.')
    )
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples)
    .action(async (argument: string, flags: { json?: boolean }) => {
      // Imported on demand: other commands do not need it.
      const { verifyMirror } = await import('../../db/check/verify-mirror.ts')
      const { findSpoilerCopies } = await import('../../db/mirror/spoiler-copies.ts')
      const { verifyAssets } = await import('../check/verify-assets.ts')
      const target = path.resolve(argument)
      const found = explained(target, () => findStats(target))
      const isFolder = found?.isDirectory() ?? false
      const file = isFolder ? path.join(target, 'mirror.db') : target
      const { generation, publishedAt } = verifyMirror(file)
      const assets = path.join(target, 'assets')
      const counts = isFolder ? await verifyAssets(file, assets) : undefined
      // Servers read everything public from these copies, if spoilers are withheld.
      for (const name of isFolder ? findSpoilerCopies(target) : []) {
        verifyMirror(path.join(target, name))
        await verifyAssets(path.join(target, name), assets)
      }
      const published = new Date(publishedAt).toISOString()
      const document = {
        file,
        generation,
        published_at: publishedAt,
        ...(counts && { files: counts.files, file_bytes: counts.bytes })
      }
      const files = counts ? `, ${counted(counts.files, 'file')}` : ''
      if (flags.json) console.log(jsonText(document))
      else
        console.log(`${target} is intact: generation ${generation}, published ${published}${files}`)
    })
}
