import { Command, CommanderError } from 'commander'

import { ConfigError } from '../site/config/read-config.ts'
import { buildCommand } from './commands/build.ts'
import { checkCommand } from './commands/check.ts'
import { cloneCommand } from './commands/clone.ts'
import { doctorCommand } from './commands/doctor.ts'
import { exportCommand } from './commands/export.ts'
import { mcpCommand } from './commands/mcp.ts'
import { queryCommand } from './commands/query.ts'
import { serveCommand } from './commands/serve.ts'
import { snapshotCommand } from './commands/snapshot.ts'
import { startCommand } from './commands/start.ts'
import { statusCommand } from './commands/status.ts'
import { syncCommand } from './commands/sync.ts'
import { tablesCommand } from './commands/tables.ts'
import { verifyCommand } from './commands/verify.ts'
import { readEnvFile } from './config/read-env-file.ts'
import { initCommand } from './init/init-command.ts'
import { ExitCode } from './process/exit-code.ts'
import { watchOutput } from './process/watch-output.ts'
import { terminalText } from './formats/terminal-text.ts'
import { QueryError } from '../db/describe/query-error.ts'
import { BuildBusyError } from '../static/build-error.ts'
import { LockError, ShrinkError, StoppedError, UnknownPageError } from './sync/sync-error.ts'
import { version } from './config/version.ts'
import { jsonText } from '../site/formats/json-text.ts'

/** Runs the `fansite` command with the arguments of a process and returns its exit code. */
export async function main(argv: string[]): Promise<number> {
  const outputFailure = watchOutput()
  const code = await run(argv)
  if (isLogged(argv)) return code
  const failure = await outputFailure()
  if (!failure) return code
  console.error(
    `the output cannot be written to stdout: ${failure.message}; free some space, or send the output to another place`
  )
  return code === ExitCode.done ? ExitCode.failed : code
}

/** Whether stdout is a log, which is less important than the work of the command. */
function isLogged([, , command = '', ...flags]: string[]): boolean {
  return ['serve', 'start'].includes(command) || (command === 'sync' && !flags.includes('--json'))
}

async function run(argv: string[]): Promise<number> {
  try {
    readEnvFile()
    await program().parseAsync(argv)
    return Number(process.exitCode ?? ExitCode.done)
  } catch (error) {
    return report(error, argv.includes('--json'))
  }
}

/** The commander program with every command. */
export function program(): Command {
  const fansite = new Command('fansite')
    .description('A read-only site and wiki from a Notion workspace, served from an SQLite mirror.')
    .version(version)
    .showHelpAfterError('(run with --help for the options)')
    .exitOverride()
  for (const command of [
    initCommand(),
    syncCommand(),
    serveCommand(),
    startCommand(),
    statusCommand(),
    queryCommand(),
    mcpCommand(),
    tablesCommand(),
    checkCommand(),
    buildCommand(),
    doctorCommand(),
    exportCommand(),
    snapshotCommand(),
    cloneCommand(),
    verifyCommand()
  ]) {
    fansite.addCommand(command.copyInheritedSettings(fansite))
  }
  return fansite
}

/** Prints an error on stderr, one message a line without a stack, and returns the exit code. */
export function report(error: unknown, isJson: boolean): number {
  if (error instanceof CommanderError && error.exitCode === 0) return ExitCode.done
  const messages = error instanceof ConfigError ? error.problems : [messageOf(error)]
  // Commander has printed its own errors.
  if (!(error instanceof CommanderError))
    for (const message of messages) console.error(shown(message))
  const exitCode = exitCodeOf(error)
  if (isJson) console.log(jsonText({ error: messages.join('\n'), exit_code: exitCode }))
  return exitCode
}

/** A message may contain foreign text, such as the name of a view in a refused file. */
function shown(message: string): string {
  return message.split('\n').map(terminalText).join('\n')
}

function exitCodeOf(error: unknown): number {
  if (error instanceof StoppedError) return stoppedCodes[error.reason]
  const found = exitCodes.find(([type]) => error instanceof type)
  return found ? found[1] : ExitCode.failed
}

const exitCodes = [
  [CommanderError, ExitCode.usage],
  [ConfigError, ExitCode.usage],
  [UnknownPageError, ExitCode.usage],
  [QueryError, ExitCode.usage],
  [LockError, ExitCode.busy],
  [BuildBusyError, ExitCode.busy],
  [ShrinkError, ExitCode.refused]
] as const

const stoppedCodes = {
  SIGINT: ExitCode.interrupted,
  SIGTERM: ExitCode.terminated,
  deadline: ExitCode.failed
} as const

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error instanceof CommanderError ? error.message.replace(/^error: /, '') : error.message
}
