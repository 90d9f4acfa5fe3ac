import { Command } from 'commander'

import { nearestName } from '../../site/search/vocabulary.ts'
import { explained } from '../../db/mirror/mirror-error.ts'
import { findMirror } from '../config/find-mirror.ts'
import { terminalText } from '../formats/terminal-text.ts'
import { dataOption } from './options/data-option.ts'
import { jsonText } from '../../site/formats/json-text.ts'

const examples = `
Examples:
  $ fansite tables                   describe every table and view of the mirror with its columns
  $ fansite tables page techniques   describe only these
  $ fansite tables --json            print the same as one JSON document

Exit codes:
  0 done · 1 no mirror, or it is damaged or cannot be read · 2 wrong configuration or usage`

/** `fansite tables`: describes the schema of the mirror. */
export function tablesCommand(): Command {
  return new Command('tables')
    .description('Describe the tables, views and columns of the mirror.')
    .argument('[names...]', 'tables and views to describe (default: all)')
    .addOption(dataOption())
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples)
    .action(async (names: string[], flags: { data?: string; json?: boolean }, command: Command) => {
      const { readMirror } = await import('../../db/mirror/open-mirror.ts')
      const { describeMirror } = await import('../../db/describe/describe-mirror.ts')
      const { describeTables } = await import('../tables/describe-tables.ts')
      const { file } = findMirror(flags.data)
      const all = explained(file, () => readMirror(file, describeMirror))

      // As in SQL, case does not matter. All names in a mirror are in lower case.
      const asked = names.map((name) => name.toLowerCase())
      const unknown = names.find((_name, index) => !all.some(({ name }) => name === asked[index]))
      if (unknown !== undefined) {
        const meant = nearestName(
          unknown.toLowerCase(),
          all.map(({ name }) => name)
        )
        const hint = meant === undefined ? '' : ` (did you mean "${meant}"?)`
        command.error(
          `the mirror has no table "${unknown}"${hint}; run "fansite tables" to list them`
        )
      }
      const tables = names.length === 0 ? all : all.filter(({ name }) => asked.includes(name))
      if (flags.json) console.log(jsonText(tables, 2))
      else for (const line of describeTables(tables)) console.log(terminalText(line))
    })
}
