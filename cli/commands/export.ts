import { Command } from 'commander'

import { RAW_CSV } from '../../site/formats/csv-line.ts'
import type { ExportResult } from '../copies/export/export-mirror.ts'
import { terminalText } from '../formats/terminal-text.ts'
import { ExitCode } from '../process/exit-code.ts'
import { dataOption } from './options/data-option.ts'
import { parseFolder } from './options/parse-text.ts'
import { jsonText } from '../../site/formats/json-text.ts'
import { counted } from '../formats/quantities.ts'

interface ExportFlags {
  data?: string
  json?: boolean
  rawCsv?: boolean
  withSpoilers?: boolean
}

const examples = `
Examples:
  $ fansite export wiki              write every page as Markdown, every collection as CSV and JSON
  $ fansite export wiki --json       print the counts as one JSON document
  $ git -C wiki add -A && git -C wiki commit -m "The wiki of today"
                                     commit the export, to see later what was edited

The folder must be new, empty or an earlier export. Only changed files are written, and only files of
an earlier export are removed; a .git folder is not touched.
In the CSV files, text that begins like a formula (= + - @) gets a leading apostrophe, so that
spreadsheets do not run it. --raw-csv writes it unchanged. The JSON files are never changed.

Exit codes:
  0 done · 1 no mirror, or the folder cannot be written or has other files
  2 wrong configuration or usage
  3 written without some files, which are listed; those of an earlier export stay
  5 another export to the folder is running`

/** `fansite export`: writes the publication as Markdown, CSV and JSON. */
export function exportCommand(): Command {
  return new Command('export')
    .description('Export the mirror to a folder as Markdown, CSV and JSON.')
    .argument('<dir>', 'folder to write to; created when it is missing', parseFolder)
    .addOption(dataOption())
    .option('--raw-csv', RAW_CSV)
    .option('--with-spoilers', 'include what the configuration withholds as spoilers')
    .option('--json', 'print the counts as one JSON document')
    .addHelpText('after', examples)
    .action(async (dir: string, flags: ExportFlags) => {
      // Imported on demand: other commands do not need it.
      const { exportMirror } = await import('../copies/export/export-mirror.ts')
      const { findPublicMirror, findSiteMirror } = await import('../config/find-public-mirror.ts')
      const { paths, config } = flags.withSpoilers
        ? await findSiteMirror(flags.data)
        : await findPublicMirror(flags.data, ', or add --with-spoilers')
      const { excludedPageIds } = config
      const result = exportMirror(paths, dir, { isRaw: flags.rawCsv === true, excludedPageIds })
      console.log(flags.json ? jsonText(result, 2) : describe(dir, result))
      if (result.missing.length > 0) reportMissing(result.missing)
    })
}

function reportMissing(missing: string[]): void {
  for (const source of missing) console.error(`${terminalText(source)} is missing or corrupted`)
  const remedy = 'run "fansite check --files" and "fansite sync", then repeat the export'
  console.error(`${counted(missing.length, 'file')} missing or corrupted; ${remedy}`)
  process.exitCode = ExitCode.partial
}

function describe(dir: string, result: ExportResult): string {
  const { pages, collections, files, written, unchanged, removed } = result
  return [
    `Exported ${counted(pages, 'page')}, ${counted(collections, 'collection')} and ${counted(files, 'file')} to ${dir}:`,
    `${written} written, ${unchanged} unchanged, ${removed} removed`
  ].join(' ')
}
