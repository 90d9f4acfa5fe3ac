import { Command, InvalidArgumentError } from 'commander'

import { MirrorError, explainFailure } from '../../db/mirror/mirror-error.ts'
import { mirrorAddress } from '../copies/clone/mirror-address.ts'
import { readEnvironment, withDataDir } from '../config/environment.ts'
import { ExitCode } from '../process/exit-code.ts'
import { terminalText } from '../formats/terminal-text.ts'
import { stopSignal } from '../process/stop-signal.ts'
import { dataOption } from './options/data-option.ts'
import { jsonText } from '../../site/formats/json-text.ts'

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
/** A timer of Node lasts 24 days at most; a longer one would end at once. */
const LONGEST_TIME_MIN = 30_000
const MOST = 1_000_000

const examples = `
Examples:
  $ fansite clone https://wiki.example.org                download the site's mirror to data/mirror.db
  $ fansite clone https://wiki.example.org --data wiki    download it to wiki/mirror.db
  $ fansite clone https://wiki.example.org --files        download the files of its pages too

Run the same command again to update the clone or to resume a download.

Exit codes:
  0 cloned, or unchanged · 1 the mirror cannot be fetched or is not valid; nothing was changed
  2 wrong configuration or usage · 3 cloned, but some files are missing · 5 another sync or clone is running
  130 stopped by SIGINT, 143 by SIGTERM`

/** `fansite clone`: downloads the mirror of a site without a request to the workspace. */
export function cloneCommand(): Command {
  return new Command('clone')
    .description('Download the mirror of a site and verify it.')
    .argument('<https://site>', 'address of a site that runs fansite', parseSite)
    .addOption(dataOption())
    .option('--files', 'download the files of its pages too')
    .option(
      '--max-size <MB>',
      'limit for the mirror, and for all its files together',
      numberUpTo(MOST),
      MAX_SIZE_MB
    )
    .option('--timeout <seconds>', 'time the site may send nothing', numberUpTo(MOST), TIMEOUT_S)
    .option(
      '--max-time <minutes>',
      'time the command may take',
      numberUpTo(LONGEST_TIME_MIN),
      MAX_TIME_MIN
    )
    .option('--json', 'print one JSON document')
    .addHelpText('after', examples)
    .action(runClone)
}

async function runClone(address: URL, flags: CloneFlags): Promise<void> {
  // Imported on demand: other commands do not need it.
  const { clone } = await import('../copies/clone/clone.ts')
  const { describeClone, readCloneFacts } = await import('../copies/clone/describe-clone.ts')
  const { dataDir } = readEnvironment(withDataDir(flags.data))
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
      onFault: (message) => console.error(`${message}; retrying`)
    })
    const facts = readCloneFacts(result.file)
    const { file, isChanged, keptAs, assets = null } = result
    const changes = { is_changed: isChanged, kept_as: keptAs ?? null }
    const document = { file, ...changes, ...facts, files: assets }
    if (flags.json) console.log(jsonText(document, 2))
    else for (const line of describeClone(result, facts, flags.data)) console.log(line)
    reportFailed(assets?.failed ?? [])
  } catch (error) {
    throw explainFailure(error, dataDir, cloneAdvice)
  } finally {
    limit.release()
    stop.release()
  }
}

/** A sync of the folder would replace the clone. */
const cloneAdvice = {
  again: 'run the same command again to resume the download',
  elsewhere: 'name another folder with --data'
}

function reportFailed([first, ...others]: { source: string; reason: string }[]): void {
  if (!first) return
  const more = others.length > 0 ? `, and ${others.length} more` : ''
  const fault = `${first.source}: ${first.reason}${more}`
  console.error(
    `some files were not fetched: ${terminalText(fault)}; run the same command again to retry`
  )
  process.exitCode = ExitCode.partial
}

/** Bounds a download whose site keeps sending single bytes, which no time-out between chunks ends. */
function timeLimit(minutes: number) {
  const controller = new AbortController()
  const timer = setTimeout(() => {
    const message = `the clone was stopped after ${minutes} minutes; run the same command again to resume it, or allow more with --max-time <minutes>`
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
    'Write the full https address of a site, such as https://wiki.example.org. http is allowed for this machine only.'
  )
}

function numberUpTo(most: number) {
  return (value: string): number => {
    const number = Number(value)
    if (number > 0 && number <= most) return number
    throw new InvalidArgumentError(`Write a number above 0 and up to ${most}.`)
  }
}
