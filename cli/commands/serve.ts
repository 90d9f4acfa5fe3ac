import { existsSync } from 'node:fs'
import v8 from 'node:v8'

import { Command, InvalidArgumentError } from 'commander'

import type { RunningServer } from '../../server/process/serve.ts'
import type { SiteConfig } from '../../site/config/config.ts'
import { withDataDir } from '../config/environment.ts'
import { configuredPaths } from '../config/find-mirror.ts'
import { loadSettings } from '../config/load-settings.ts'
import { untilStopped } from '../process/until-stopped.ts'
import {
  type AddressFlags,
  addAddressOptions,
  addressVariables
} from '../config/address-options.ts'
import { dataOption } from './options/data-option.ts'

export interface ServeFlags extends AddressFlags {
  data?: string
  allowRollback?: boolean
  cacheMb?: number
}

const examples = `
Examples:
  $ fansite serve                    serve data/mirror.db at http://localhost:3000
  $ fansite serve --port 0           serve it on a free port and print the address
  $ fansite serve --host 0.0.0.0     accept connections from other machines`

/** `fansite serve`: serves the site from the mirror, without syncs. */
export function serveCommand(): Command {
  return addServeOptions(new Command('serve'))
    .description('Serve the site from the mirror, without syncs.')
    .addHelpText('after', examples)
    .action(async (flags: ServeFlags) => {
      // Before the address is printed: a reader of it may send a signal immediately.
      const stopped = untilStopped()
      const { server } = await startServer(flags)
      const { file } = configuredPaths(flags.data)
      if (!existsSync(file)) console.error(waitingNote(file))
      await stopped
      await server.close()
    })
}

/** The options that `serve` and `start` share. */
export function addServeOptions(command: Command): Command {
  return addAddressOptions(command.addOption(dataOption()))
    .option(
      '--cache-mb <number>',
      'megabytes of finished responses to keep on disk, 512 by default',
      parseMegabytes
    )
    .option(
      '--allow-rollback',
      'serve a restored mirror even if it is older than the one being served'
    )
}

/** Starts the server and prints its address on stdout. Throws `ConfigError`. */
export async function startServer(
  flags: ServeFlags
): Promise<{ server: RunningServer; config: SiteConfig }> {
  const settings = await loadSettings({ ...withDataDir(flags.data), ...addressVariables(flags) })
  // Imported on demand: other commands do not need the driver of SQLite.
  const { refuseSampleOverSite } = await import('../config/refuse-sample.ts')
  refuseSampleOverSite(settings)
  const { config, environment, isSample } = settings
  if (isSample) console.error(sampleNote())
  // When a server is idle, V8 shrinks its young generation to 1 MB, and later doubles it step by step.
  // Until then it collects garbage up to eight times as often.
  v8.setFlagsFromString('--semi-space-growth-factor=16')
  const { dataDir, host, port, logLevel, analytics, redis } = environment
  const { metricsAt, metricsToken, trustedProxies } = environment
  const isRollbackAllowed = flags.allowRollback === true
  // Imported on demand: other commands need neither React nor the renderers.
  const { serve } = await import('../../server/process/serve.ts')
  const server = await serve({
    config,
    dataDir,
    host,
    port,
    logLevel,
    trustedProxies,
    analytics,
    metricsAt,
    metricsToken,
    isRollbackAllowed,
    redis: config.isRedisEnabled ? redis : undefined,
    ...(flags.cacheMb !== undefined && { cache: { maxBytes: flags.cacheMb * 1_000_000 } })
  })
  console.log(`${config.name} is at ${server.address}`)
  if (server.metricsAddress) console.log(`metrics: ${server.metricsAddress}`)
  return { server, config }
}

function waitingNote(file: string): string {
  return `there is no mirror at ${file} yet: visitors see a waiting page until "fansite sync" or a replica writes one; no restart is needed`
}

function sampleNote(): string {
  return `there is no site.config.ts in ${process.cwd()}, so this is the built-in sample; "fansite init" makes a site of your own`
}

function parseMegabytes(value: string): number {
  const megabytes = Number(value)
  if (/^\d+$/.test(value) && megabytes >= 1 && megabytes <= 1_000_000) return megabytes
  throw new InvalidArgumentError('Write a whole number of megabytes from 1 to 1000000.')
}
