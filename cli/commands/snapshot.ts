import { statSync } from 'node:fs'
import path from 'node:path'

import { Command } from 'commander'

import type { MirrorPaths } from '../../db/mirror/mirror-paths.ts'
import type { Mirror } from '../../db/mirror/open-mirror.ts'
import { ExitCode } from '../process/exit-code.ts'
import { findMirror } from '../config/find-mirror.ts'
import { dataOption } from './data-option.ts'
import { jsonText } from '../formats/json-text.ts'

const examples = `
Examples:
  $ fansite snapshot wiki            a folder: mirror.db, and in assets/ the files that pages show
  $ fansite serve --data wiki        serve it
  $ fansite snapshot wiki            again: copies only files that are new
  $ fansite snapshot wiki.db         the mirror alone, one file for any SQLite tool
  $ fansite snapshot wiki --json     print what was written as one document

A name that ends in .db or is that of a file means the mirror alone.

Exit codes:
  0 done · 1 no mirror, the copy cannot be written, or files are missing in it
  2 configuration or usage`

/** `fansite snapshot`: a self-contained copy of the mirror and its files. */
export function snapshotCommand(): Command {
  return new Command('snapshot')
    .description(
      'Write a compacted copy of the mirror and its files, while syncs and the site go on.'
    )
    .argument('<folder>', 'where to write it, or a .db file; an earlier copy there is replaced')
    .addOption(dataOption())
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples)
    .action(async (name: string, flags: { data?: string; json?: boolean }) => {
      const { openMirrorForReading } = await import('../../db/mirror/open-mirror.ts')
      const target = path.resolve(name)
      const place = findMirror(flags.data)
      const mirror = openMirrorForReading(place.file)
      const isJson = flags.json ?? false
      try {
        if (isSingleFile(target)) await writeFile(mirror, { target, isJson })
        else await writeFolder(mirror, { place, target, isJson })
      } finally {
        mirror.$client.close()
      }
    })
}

function isSingleFile(target: string): boolean {
  const stats = statSync(target, { throwIfNoEntry: false })
  return stats ? !stats.isDirectory() : target.endsWith('.db')
}

async function writeFile(
  mirror: Mirror,
  { target, isJson }: { target: string; isJson: boolean }
): Promise<void> {
  const { writeSnapshot } = await import('../../db/publish/write-snapshot.ts')
  const snapshot = writeSnapshot(mirror, target)
  const { file, size, generation } = snapshot
  if (isJson) console.log(jsonText(snapshot))
  else console.log(`${file}: generation ${generation}, ${megabytes(size)}, without its files`)
}

async function writeFolder(
  mirror: Mirror,
  options: { place: MirrorPaths; target: string; isJson: boolean }
): Promise<void> {
  const { writeSnapshotFolder } = await import('../snapshot/write-snapshot-folder.ts')
  const { place, target, isJson } = options
  const { file, size, generation, assets } = await writeSnapshotFolder(mirror, place, target)
  const { files, bytes, copied, missing } = assets
  if (isJson) {
    const document = { file, size, generation, files, file_bytes: bytes, copied, missing }
    console.log(jsonText(document, 2))
  } else {
    const own = `${target}: generation ${generation}, ${megabytes(size)}`
    console.log(`${own}; ${files} files, ${megabytes(bytes)}, ${copied} of them new`)
  }
  if (missing.length === 0) return
  const remedy = 'run "fansite check --files" and sync, then make the snapshot again'
  console.error(`${missing.length} files are missing or damaged (${missing[0]}); ${remedy}`)
  process.exitCode = ExitCode.failed
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
