import { Command } from 'commander'

import type { InitFlags } from './run-init.ts'

const examples = `
Examples:
  $ fansite init                                ask for the root page and the names
  $ fansite init --root <link> --yes            take the defaults for everything else
  $ fansite init --root <link> --name "My wiki" --domain wiki.example.org --author "the editors"

Exit codes:
  0 written · 1 the root page cannot be read, or no file can be written: nothing written
  2 wrong usage, or a file exists
  130 stopped by SIGINT: nothing written`

/** `fansite init`: writes the files of a site into the current folder. */
export function initCommand(): Command {
  return new Command('init')
    .description('Write the configuration of a site of your own into the current folder.')
    .option('--root <link or id>', 'link to the root page, copied from Notion, or its id')
    .option('--name <text>', 'name of the site (default: the title of the root page)')
    .option('--domain <host>', 'host of the site (default: localhost)')
    .option('--author <text>', 'author of the site (default: the name of the site)')
    .option('--yes', 'ask nothing and take the defaults')
    .option('--no-check', 'do not look for the root page in the workspace')
    .option('--force', 'overwrite files that exist')
    .addHelpText('after', examples)
    .action(async (flags: InitFlags) => {
      // Imported on demand: other commands do not need it.
      const { runInit } = await import('./run-init.ts')
      await runInit(flags)
    })
}
