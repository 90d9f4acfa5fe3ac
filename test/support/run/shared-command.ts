import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import type { CommandResult } from '../command.ts'
import { commandOptions, commandVariables, nodeOptions } from './process-settings.ts'

const module = fileURLToPath(new URL('./command-process.js', import.meta.url))

/** Processes that run no command now. */
const idle: ChildProcess[] = []

interface SharedRun {
  args: string[]
  env: Record<string, string>
  /** The current folder of the command; that of fansite by default. */
  cwd?: string | undefined
}

/**
 * Runs the `fansite` command in a process that the tests of a worker share, since most of the time of
 * a short command is the start of its process. It has only these environment variables.
 */
export async function runShared(run: SharedRun): Promise<CommandResult> {
  const child = idle.pop() ?? startProcess()
  child.ref()
  child.channel?.ref()
  const end = new AbortController()
  const { signal } = end
  const answered = once(child, 'message', { signal }).then(([result]) => result as CommandResult)
  const exited = once(child, 'exit', { signal }).then(([code, name]) => {
    throw new Error(`the process of the command has ended with ${code ?? name}`)
  })
  try {
    child.send(run)
    return await Promise.race([answered, exited])
  } finally {
    end.abort()
    release(child)
  }
}

/** It ends with this process and does not keep it running. */
function startProcess(): ChildProcess {
  return fork(module, {
    execArgv: [...nodeOptions, ...commandOptions],
    env: commandVariables,
    // No command asks at the terminal of the tests.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc']
  })
}

function release(child: ChildProcess): void {
  if (!child.connected) return
  child.unref()
  child.channel?.unref()
  idle.push(child)
}
