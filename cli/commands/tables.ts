import { Command } from 'commander'

import { findMirror } from '../config/find-mirror.ts'
import { tamed } from '../formats/terminal-text.ts'
import { dataOption } from './data-option.ts'
import { jsonText } from '../formats/json-text.ts'

const examples = `
Examples:
  $ fansite tables                   every table and view of the mirror with its columns
  $ fansite tables page techniques   only these
  $ fansite tables --json            the same as one document

Exit codes:
  0 done · 1 no mirror, or one that is damaged or cannot be read · 2 configuration or usage`

/** `fansite tables`: the schema of the mirror in words. */
export function tablesCommand(): Command {
  return new Command('tables')
    .description('Tell what the tables and views of the mirror hold.')
    .argument('[names...]', 'tables and views to tell of (default: all)')
    .addOption(dataOption())
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples)
    .action(async (names: string[], flags: { data?: string; json?: boolean }, command: Command) => {
      const { openMirrorForReading } = await import('../../db/mirror/open-mirror.ts')
      const { describeMirror } = await import('../../db/describe/describe-mirror.ts')
      const { describeTables } = await import('../tables/describe-tables.ts')
      const mirror = openMirrorForReading(findMirror(flags.data).file)
      const all = describeMirror(mirror)
      mirror.$client.close()

      const unknown = names.find((name) => !all.some((table) => table.name === name))
      if (unknown !== undefined) {
        command.error(`the mirror has no table "${unknown}"; "fansite tables" names all`)
      }
      const tables = names.length === 0 ? all : all.filter(({ name }) => names.includes(name))
      if (flags.json) console.log(jsonText(tables, 2))
      else for (const line of describeTables(tables)) console.log(tamed(line))
    })
}
