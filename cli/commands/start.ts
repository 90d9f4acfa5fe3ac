import { Command, InvalidArgumentError } from 'commander'

import { ConfigError } from '../../site/config/read-config.ts'
import { configuredPaths } from '../config/find-mirror.ts'
import { untilStopped } from '../process/until-stopped.ts'
import { type ServeFlags, addServeOptions, startServer } from './serve.ts'

interface StartFlags extends ServeFlags {
  syncEvery: number
}

const DEFAULT_MINUTES = 60

const examples = `
Examples:
  $ fansite start                    serve the site, sync now and every hour
  $ fansite start --sync-every 15    sync every 15 minutes
  $ fansite start --sync-every 0     sync only once, at the start`

/** `fansite start`: serves the site; syncs in a child process at the start and at an interval. */
export function startCommand(): Command {
  return addServeOptions(new Command('start'))
    .description('Serve the site and keep its mirror in sync.')
    .option(
      '--sync-every <minutes>',
      'minutes between syncs; 0 syncs only at the start',
      parseMinutes,
      DEFAULT_MINUTES
    )
    .addHelpText('after', examples)
    .action(async (flags: StartFlags) => {
      const { file: mirrorFile, folder } = configuredPaths(flags.data)
      if (folder === undefined) throw new ConfigError([refusalOf(mirrorFile)])
      const stopped = untilStopped()
      // Imported on demand: other commands do not need it.
      const { keepInSync } = await import('../sync/keep-in-sync.ts')
      const { server, config } = await startServer(flags)
      const dataArguments = flags.data === undefined ? [] : ['--data', flags.data]
      const intervalMs = flags.syncEvery * 60_000
      const syncs = keepInSync({ config, dataArguments, mirrorFile, intervalMs })
      await stopped
      await Promise.all([syncs.stop(), server.close()])
    })
}

function refusalOf(file: string): string {
  return `${file} is the file of a mirror, and a sync needs a data directory; name its folder with --data, or run "fansite serve"`
}

function parseMinutes(value: string): number {
  const minutes = Number(value)
  if (value.trim() !== '' && minutes >= 0 && minutes <= 7 * 24 * 60) return minutes
  throw new InvalidArgumentError('Write a number of minutes from 0 to 10080.')
}
