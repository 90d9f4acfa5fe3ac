import { Command } from 'commander'

import { ConfigError } from '../../site/config/read-config.ts'
import { withDataDir } from '../config/environment.ts'
import { loadSettings } from '../config/load-settings.ts'
import { untilStopped } from '../process/until-stopped.ts'
import { dataOption } from './options/data-option.ts'

const examples = `
Examples:
  $ fansite mcp                          for an assistant that starts this command
  $ fansite mcp --data backup/mirror.db  another mirror

The command speaks the Model Context Protocol on stdin and stdout, and ends with stdin. It requires
isMcpEnabled in site.config.ts.

Exit codes:
  0 done · 1 other failures · 2 an error in the configuration`

/** `fansite mcp`: lets an assistant on this machine read the mirror. */
export function mcpCommand(): Command {
  return new Command('mcp')
    .description('Let an assistant on this machine read the mirror.')
    .addOption(dataOption())
    .addHelpText('after', examples)
    .action(async ({ data }: { data?: string }) => {
      const { config, environment } = await loadSettings(withDataDir(data))
      if (!config.isMcpEnabled) {
        throw new ConfigError([
          'Config error: isMcpEnabled is false; set it to true, so that assistants may read the site'
        ])
      }
      const stopped = untilStopped()
      // Imported on demand: other commands do not need it.
      const { serveStdio } = await import('../../server/routes/mcp/serve-stdio.ts')
      const { dataDir } = environment
      // stdout has nothing but messages.
      await serveStdio({ config, dataDir, stopped, onFailure: (error) => console.error(error) })
    })
}
