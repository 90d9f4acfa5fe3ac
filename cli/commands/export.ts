import { Command } from 'commander'

import { RAW_CSV } from '../formats/csv-line.ts'
import { findMirror } from '../config/find-mirror.ts'
import { dataOption } from './data-option.ts'
import { jsonText } from '../formats/json-text.ts'

interface ExportFlags {
  data?: string
  json?: boolean
  rawCsv?: boolean
}

const examples = `
Examples:
  $ fansite export wiki              write every page as Markdown, every database as CSV and JSON
  $ fansite export wiki --json       print the counts as one JSON document
  $ git -C wiki add -A && git -C wiki commit -m "The wiki of today"
                                     a repository of exports shows what was edited

The folder has to be empty or an earlier export. Only files that differ are written, and only files
of an earlier export are removed; a .git folder is left alone.
In the CSV, an apostrophe before a text that begins like a formula (= + - @) keeps spreadsheets from
running it; --raw-csv writes it as it is, and so does the JSON beside it.

Exit codes:
  0 done · 1 no mirror, or the folder cannot be written · 2 configuration or usage`

/** `fansite export`: the publication as files that any editor reads. */
export function exportCommand(): Command {
  return new Command('export')
    .description('Write the mirror into a folder as Markdown, CSV and JSON.')
    .argument('<dir>', 'the folder to write into; made when it is missing')
    .addOption(dataOption())
    .option('--raw-csv', RAW_CSV)
    .option('--json', 'print the counts as one JSON document')
    .addHelpText('after', examples)
    .action(async (dir: string, flags: ExportFlags) => {
      // Loaded here: other commands have no need of it.
      const { exportMirror } = await import('../export/export-mirror.ts')
      const result = exportMirror(findMirror(flags.data), dir, {
        isRaw: flags.rawCsv === true
      })
      console.log(flags.json ? jsonText(result, 2) : describe(dir, result))
    })
}

function describe(
  dir: string,
  result: Record<'pages' | 'collections' | 'files' | 'written' | 'unchanged' | 'removed', number>
): string {
  const { pages, collections, files, written, unchanged, removed } = result
  return [
    `Exported ${pages} pages, ${collections} collections and ${files} files to ${dir}:`,
    `${written} written, ${unchanged} unchanged, ${removed} removed`
  ].join(' ')
}
