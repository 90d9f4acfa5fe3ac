import { Command, InvalidArgumentError } from 'commander'

import { explainFailure } from '../../db/mirror-error.ts'
import { type Environment, readEnvironment } from '../environment.ts'
import { configWarnings, loadConfig } from '../load-config.ts'
import { ProgressLine } from '../progress-line.ts'
import { connectWorkspace } from '../sync/connect-workspace.ts'
import { lockDataDir } from '../sync/lock.ts'
import type { BudgetLimits } from '../sync/request-budget.ts'
import { type SyncResult, sync } from '../sync/sync.ts'
import { describeAbsences, describeResult, runDocument } from '../sync-summary.ts'
import { dataOption } from './options.ts'

interface SyncFlags {
  data?: string
  allowShrink?: boolean
  json?: boolean
  rate?: number | null
  concurrency?: number
}

const examples = `
Examples:
  $ fansite sync                     walk the configured workspace into data/mirror.db
  $ fansite sync --data /var/wiki    keep the mirror elsewhere
  $ fansite sync --rate 1            ask the workspace once a second

Exit codes:
  0 published, or unchanged · 1 failed, nothing published
  2 configuration or usage · 4 refused: suspiciously many pages are gone · 5 another sync is running`

/** `fansite sync`: one walk of the workspace and its publication. */
export function syncCommand(): Command {
  return new Command('sync')
    .description('Walk the workspace and publish what it holds into the mirror.')
    .addOption(dataOption())
    .option(
      '--rate <number>',
      'requests a second, or "none" (default: 3, no limit on this machine)',
      parseRate
    )
    .option('--concurrency <number>', 'requests at once (default: 8)', parseCount)
    .option('--allow-shrink', 'publish even when most pages are gone from the workspace')
    .option('--json', 'print the account of the run as one JSON document')
    .addHelpText('after', examples)
    .action(runSync)
}

async function runSync(flags: SyncFlags): Promise<void> {
  const config = await loadConfig(process.env['SITE_CONFIG'])
  for (const warning of configWarnings(config)) console.error(`warning: ${warning}`)
  const environment = readEnvironment({
    ...process.env,
    ...(flags.data !== undefined && { FANSITE_DATA: flags.data })
  })
  const unlock = lockDataDir(environment.dataDir)
  try {
    const limits = { ratePerSecond: flags.rate, concurrency: flags.concurrency }
    const isShrinkAllowed = flags.allowShrink === true
    const result = await syncOnce({ config, environment, limits, isShrinkAllowed })
    if (flags.json) console.log(JSON.stringify(runDocument(result), null, 2))
    else report(result)
  } catch (error) {
    throw explainFailure(error, environment.dataDir)
  } finally {
    unlock()
  }
}

async function syncOnce(options: {
  config: Awaited<ReturnType<typeof loadConfig>>
  environment: Environment
  limits: Partial<BudgetLimits>
  isShrinkAllowed: boolean
}): Promise<SyncResult> {
  const { config, environment, limits, isShrinkAllowed } = options
  const connection = await connectWorkspace(config, environment, limits)
  const line = new ProgressLine(process.stderr)
  line.say(`Reading ${connection.name}`)
  try {
    const { workspace, origin } = connection
    const { dataDir } = environment
    const onProgress = line.show.bind(line)
    return await sync({ config, workspace, dataDir, origin, isShrinkAllowed, onProgress })
  } finally {
    line.end()
    await connection.close()
  }
}

function report(result: SyncResult): void {
  for (const warning of result.warnings) console.error(`warning: ${warning}`)
  for (const absence of describeAbsences(result.account)) console.error(absence)
  console.log(describeResult(result))
}

function parseRate(value: string): number | null {
  if (value === 'none') return null
  const rate = Number(value)
  if (rate > 0 && rate <= 1000) return rate
  throw new InvalidArgumentError('Write a number above 0, such as 3 or 0.5, or "none".')
}

function parseCount(value: string): number {
  const count = Number(value)
  if (Number.isInteger(count) && count >= 1 && count <= 64) return count
  throw new InvalidArgumentError('Write a whole number from 1 to 64.')
}
