import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { commandOptions, commandVariables } from './run/process-settings.ts'
import { runShared } from './run/shared-command.ts'

const bin = fileURLToPath(new URL('../../cli/bin.js', import.meta.url))

export interface CommandResult {
  code: number | null
  stdout: string
  stderr: string
}

/**
 * Starts the `fansite` command with only PATH, TMPDIR and the given environment variables. `output`
 * receives both streams.
 */
export function startCommand(
  args: string[],
  env: Record<string, string> = {},
  { output = 'pipe', cwd }: { output?: 'pipe' | number; cwd?: string } = {}
): ChildProcess {
  return spawn(process.execPath, [...commandOptions, bin, ...args], {
    ...(cwd !== undefined && { cwd }),
    env: { ...commandVariables, ...env },
    stdio: ['ignore', output, output]
  })
}

/**
 * Runs the `fansite` command and waits for its end, with only PATH, TMPDIR and the given environment
 * variables: in a process that runs one command after the other or, `alone`, in its own.
 */
export async function runCommand(
  args: string[],
  env: Record<string, string> = {},
  { alone = false, cwd }: { alone?: boolean; cwd?: string } = {}
): Promise<CommandResult> {
  const variables = { ...commandVariables, ...env }
  if (!alone) return runShared({ args, env: variables, cwd })
  const child = spawn(process.execPath, [...commandOptions, bin, ...args], {
    ...(cwd !== undefined && { cwd }),
    env: variables,
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const output = collectOutput(child)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...output }
}

/** Collects the output of a command while it runs. */
export function collectOutput(child: ChildProcess): { stdout: string; stderr: string } {
  const output = { stdout: '', stderr: '' }
  child.stdout?.on('data', (part: Buffer) => (output.stdout += part.toString()))
  child.stderr?.on('data', (part: Buffer) => (output.stderr += part.toString()))
  return output
}
