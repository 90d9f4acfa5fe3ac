import { Command, InvalidArgumentError } from 'commander'

import { MirrorError, explainFailure } from '../../db/mirror/mirror-error.ts'
import { mirrorAddress } from '../clone/mirror-address.ts'
import { readEnvironment } from '../config/environment.ts'
import { ExitCode } from '../process/exit-code.ts'
import { tamed } from '../formats/terminal-text.ts'
import { stopSignal } from '../process/stop-signal.ts'
import { dataOption } from './data-option.ts'
import { jsonText } from '../formats/json-text.ts'

interface CloneFlags {
  data?: string
  json?: boolean
  files?: boolean
  maxSize: number
  timeout: number
  maxTime: number
}

const MAX_SIZE_MB = 4000
const TIMEOUT_S = 30
const MAX_TIME_MIN = 60

const examples = `
Examples:
  $ fansite clone https://wiki.example.org        fetch a site's mirror into data/mirror.db
  $ fansite clone https://wiki.example.org --data wiki
  $ fansite clone https://wiki.example.org --files  the files that its pages show as well
  $ fansite clone https://wiki.example.org        again: fetches what is new since, or nothing

Exit codes:
  0 it is there, or unchanged · 1 it cannot be had, or is not sound; nothing was changed
  2 configuration or usage · 3 it is there, without some of its files · 5 a sync is running
  130 stopped by SIGINT, 143 by SIGTERM`

/** `fansite clone`: the mirror of a site on this machine, without asking the workspace. */
export function cloneCommand(): Command {
  return new Command('clone')
    .description('Fetch the mirror that a site offers, and look whether it is sound.')
    .argument('<https://site>', 'address of a site of fansite', parseSite)
    .addOption(dataOption())
    .option('--files', 'fetch the files that pages show as well, those that are new')
    .option(
      '--max-size <MB>',
      'refuse a larger mirror, and more of files',
      parseNumber,
      MAX_SIZE_MB
    )
    .option('--timeout <seconds>', 'how long the site may be silent', parseNumber, TIMEOUT_S)
    .option('--max-time <minutes>', 'how long it may take in all', parseNumber, MAX_TIME_MIN)
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples)
    .action(runClone)
}

async function runClone(address: URL, flags: CloneFlags): Promise<void> {
  // Loaded here: other commands have no need of it.
  const { clone } = await import('../clone/clone.ts')
  const { describeClone, readCloneFacts } = await import('../clone/describe-clone.ts')
  const { dataDir } = readEnvironment({
    ...process.env,
    ...(flags.data !== undefined && { FANSITE_DATA: flags.data })
  })
  const stop = stopSignal(undefined)
  const limit = timeLimit(flags.maxTime)
  try {
    const result = await clone({
      address,
      dataDir,
      areFilesWanted: flags.files === true,
      maxBytes: flags.maxSize * 1e6,
      silenceMs: flags.timeout * 1000,
      signal: AbortSignal.any([stop.signal, limit.signal]),
      onProgress: showProgress,
      onFault: (message) => console.error(`${message}; trying again`)
    })
    const facts = readCloneFacts(result.file)
    const { file, isChanged, keptAs, assets = null } = result
    const changes = { is_changed: isChanged, kept_as: keptAs ?? null }
    const document = { file, ...changes, ...facts, files: assets }
    const dataArgument = flags.data === undefined ? '' : ` --data ${flags.data}`
    if (flags.json) console.log(jsonText(document, 2))
    else for (const line of describeClone(result, facts, dataArgument)) console.log(line)
    reportFailed(assets?.failed ?? [])
  } catch (error) {
    throw explainFailure(error, dataDir)
  } finally {
    limit.release()
    stop.release()
  }
}

function reportFailed([first, ...others]: { source: string; reason: string }[]): void {
  if (!first) return
  const more = others.length > 0 ? `, and ${others.length} more` : ''
  const fault = `${first.source}: ${first.reason}${more}`
  console.error(`files not fetched: ${tamed(fault)}; run the same command again`)
  process.exitCode = ExitCode.partial
}

/** A site that sends a byte now and then is never silent, and never done. */
function timeLimit(minutes: number) {
  const controller = new AbortController()
  const timer = setTimeout(() => {
    const message = `the clone has taken ${minutes} minutes, and is stopped; what has come is kept, run the same command again, or allow more with --max-time <minutes>`
    controller.abort(new MirrorError(message))
  }, minutes * 60_000)
  return { signal: controller.signal, release: () => clearTimeout(timer) }
}

function showProgress(bytes: number, size: number | null): void {
  if (!process.stderr.isTTY) return
  const of = size === null ? '' : ` of ${megabytes(size)}`
  const end = bytes === size ? '\n' : ''
  process.stderr.write(`\r\u001B[K${megabytes(bytes)}${of} MB${end}`)
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}

function parseSite(value: string): URL {
  const address = mirrorAddress(value)
  if (address) return address
  throw new InvalidArgumentError(
    'Write the full https address of a site, such as https://wiki.example.org; http only of this machine.'
  )
}

function parseNumber(value: string): number {
  const number = Number(value)
  if (value.trim() !== '' && number > 0 && number <= 1e6) return number
  throw new InvalidArgumentError('Write a number above 0.')
}
