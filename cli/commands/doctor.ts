import { Command, InvalidArgumentError } from 'commander'

import type { DoctorFlags } from '../doctor/context.ts'
import { addAddressOptions } from '../config/address-options.ts'
import { dataOption } from './options/data-option.ts'
import { parseText } from './options/parse-text.ts'

const examples = `
Examples:
  $ fansite doctor                       check this installation, its data and the workspace
  $ fansite doctor --offline             send no request to the workspace
  $ fansite doctor --report report.json  also write a report without private words
  $ fansite doctor --json                print the findings as one JSON document

Exit codes:
  0 all is well, with warnings or without · 1 a check has failed · 2 wrong usage`

/** `fansite doctor`: looks for what keeps a sync or a server from working, with the remedies. */
export function doctorCommand(): Command {
  const command = new Command('doctor')
    .description('Check the machine, the configuration, the data and the workspace.')
    .addOption(dataOption())
  return addAddressOptions(command)
    .option('--offline', 'send no request to the workspace')
    .option('--timeout <seconds>', 'time limit of one request (default: 20)', parseSeconds)
    .option(
      '--report <file>',
      'write a report without private words, for a bug report',
      parseText('Write the name of a file.')
    )
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples)
    .action(async (flags: DoctorFlags) => {
      // Imported on demand: other commands do not need it.
      const { runDoctor } = await import('../doctor/run-doctor.ts')
      await runDoctor(flags)
    })
}

/** Milliseconds. */
function parseSeconds(value: string): number {
  const seconds = Number(value)
  if (seconds > 0 && seconds <= 600) return seconds * 1000
  throw new InvalidArgumentError('Write a number of seconds above 0 and up to 600.')
}
