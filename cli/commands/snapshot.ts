import path from 'node:path'

import { Command } from 'commander'

import { findStats } from '../../db/mirror/files/find-stats.ts'
import { explained, folderAdvice } from '../../db/mirror/mirror-error.ts'
import type { MirrorPaths } from '../../db/mirror/mirror-paths.ts'
import type { Mirror } from '../../db/mirror/open-mirror.ts'
import { terminalText } from '../formats/terminal-text.ts'
import { ExitCode } from '../process/exit-code.ts'
import { findMirror } from '../config/find-mirror.ts'
import { dataOption } from './options/data-option.ts'
import { parseFolder } from './options/parse-text.ts'
import { jsonText } from '../../site/formats/json-text.ts'
import { counted, megabytes } from '../formats/quantities.ts'

const examples = `
Examples:
  $ fansite snapshot wiki            write a folder with mirror.db and, in assets/, the files of its pages
  $ fansite serve --data wiki        serve the copy
  $ fansite snapshot wiki.db         write the mirror alone, as one file for any SQLite tool
  $ fansite snapshot copy/mirror.db --in-place
                                     write changed rows into the file that Litestream replicates
  $ fansite snapshot wiki --json     print the counts as one JSON document

A name that ends in .db, or that of an existing file, writes the mirror alone. Run the same command
again to update a copy; only new and damaged files are copied.

Exit codes:
  0 done · 1 no mirror, or the copy cannot be written, would replace something else, or lacks files
  2 wrong configuration or usage · 5 another snapshot is being written into the folder`

interface SnapshotFlags {
  data?: string
  inPlace?: boolean
  json?: boolean
}

/** `fansite snapshot`: writes a self-contained copy of the mirror and its files. */
export function snapshotCommand(): Command {
  return new Command('snapshot')
    .description(
      'Write a compacted copy of the mirror and its files; syncs and the site may run meanwhile.'
    )
    .argument('<folder>', 'folder or .db file to write; an earlier copy is replaced', parseFolder)
    .addOption(dataOption())
    .option('--in-place', 'update the file that exists, which another program replicates')
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples)
    .action(async (name: string, flags: SnapshotFlags) => {
      const { openMirrorForReading } = await import('../../db/mirror/open-mirror.ts')
      const target = path.resolve(name)
      const paths = findMirror(flags.data)
      const mirror = openMirrorForReading(paths.file)
      const isJson = flags.json ?? false
      try {
        const isInPlace = flags.inPlace ?? false
        if (isInPlace || isSingleFile(target))
          await writeFile(mirror, { target, isInPlace, isJson })
        else await writeFolder(mirror, { paths, target, isJson })
      } finally {
        mirror.$client.close()
      }
    })
}

function isSingleFile(target: string): boolean {
  const stats = explained(target, () => findStats(target), folderAdvice)
  return stats ? !stats.isDirectory() : target.endsWith('.db')
}

async function writeFile(
  mirror: Mirror,
  { target, isInPlace, isJson }: { target: string; isInPlace: boolean; isJson: boolean }
): Promise<void> {
  const { writeSnapshot } = await import('../../db/publish/copies/write-snapshot.ts')
  const { updateCopy } = await import('../../db/publish/copies/update-copy.ts')
  const snapshot = (isInPlace ? updateCopy : writeSnapshot)(mirror, target)
  const { file, size, generation } = snapshot
  if (isJson) console.log(jsonText(snapshot))
  else console.log(`${file}: generation ${generation}, ${megabytes(size)}, without its files`)
}

async function writeFolder(
  mirror: Mirror,
  options: { paths: MirrorPaths; target: string; isJson: boolean }
): Promise<void> {
  const { writeSnapshotFolder } = await import('../copies/snapshot/write-snapshot-folder.ts')
  const { paths, target, isJson } = options
  const { file, size, generation, assets } = await writeSnapshotFolder(mirror, paths, target)
  const { files, bytes, copied, missing } = assets
  if (isJson) {
    const document = { file, size, generation, files, file_bytes: bytes, copied, missing }
    console.log(jsonText(document, 2))
  } else {
    const copy = `${target}: generation ${generation}, ${megabytes(size)}`
    console.log(`${copy}; ${counted(files, 'file')}, ${megabytes(bytes)}, ${copied} of them new`)
  }
  if (missing.length === 0) return
  const remedy = 'run "fansite check --files" and "fansite sync", then repeat the snapshot'
  const fault = `${counted(missing.length, 'file')} missing or corrupted (${missing[0]})`
  console.error(`${terminalText(fault)}; ${remedy}`)
  process.exitCode = ExitCode.failed
}
