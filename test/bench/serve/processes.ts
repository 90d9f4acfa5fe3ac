import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'

import { collectOutput } from '../../support/command.ts'

const TICKS_PER_SECOND = 100
const START_LIMIT_MS = 120_000

/** Resources of a process and of its descendants; needs `/proc`. */
export interface Usage {
  /** CPU seconds, user and system. */
  mainCpu: number
  childrenCpu: number
  /** Resident memory in MB. */
  mainMB: number
  childrenMB: number
}

interface ProcessStat {
  pid: number
  parent: number
  cpu: number
  /** CPU seconds of descendants that have ended. */
  endedCpu: number
}

/** The core on which a process runs, if cores are shared out. */
export type Core = 'server' | 'load' | undefined

export const canPin = availableParallelism() >= 2 && hasCommand('taskset', ['--version'])

/** Whether a command is installed. */
export function hasCommand(command: string, args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    // Not installed: the report says so.
    return false
  }
}

/** Starts a program, on one core if asked and possible. */
export function startOn(
  core: Core,
  [command, ...args]: [string, ...string[]],
  options: { env?: Record<string, string>; hasChannel?: boolean } = {}
): ChildProcess {
  const { env = {}, hasChannel = false } = options
  const pinned = core && canPin ? ['taskset', '-c', core === 'server' ? '0' : '1'] : []
  const [program = command, ...rest] = [...pinned, command, ...args]
  return spawn(program, rest, {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...(hasChannel ? (['ipc'] as const) : [])]
  })
}

/** Waits for a line of output that matches; throws if the process ends or two minutes pass. */
export async function outputOf(child: ChildProcess, pattern: RegExp): Promise<string> {
  const output = collectOutput(child)
  const limit = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS)
  try {
    while (child.exitCode === null && child.signalCode === null) {
      const [, found] = pattern.exec(output.stdout) ?? []
      if (found !== undefined) return found
      await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit')])
    }
  } finally {
    clearTimeout(limit)
  }
  throw new Error(`${child.spawnargs.join(' ')} did not start:\n${output.stderr.slice(-2000)}`)
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

export function usageOf(pid: number): Usage {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? [])
  const main = all.find((each) => each.pid === pid)
  if (!main) throw new Error(`process ${pid} has ended`)
  const children = descendantsOf(pid, all)
  return {
    mainCpu: main.cpu,
    childrenCpu: children.reduce((sum, { cpu, endedCpu }) => sum + cpu + endedCpu, main.endedCpu),
    mainMB: residentMB(pid),
    childrenMB: children.reduce((sum, each) => sum + residentMB(each.pid), 0)
  }
}

/** CPU seconds between two readings. */
export function cpuBetween(before: Usage, after: Usage): { main: number; children: number } {
  return {
    main: after.mainCpu - before.mainCpu,
    children: after.childrenCpu - before.childrenCpu
  }
}

function descendantsOf(pid: number, all: ProcessStat[]): ProcessStat[] {
  const children = all.filter(({ parent }) => parent === pid)
  return children.flatMap((child) => [child, ...descendantsOf(child.pid, all)])
}

function statOf(pid: number): ProcessStat | undefined {
  const text = readProc(`/proc/${pid}/stat`)
  if (text === undefined) return undefined
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const seconds = (first: number) =>
    ((fields[first] ?? 0) + (fields[first + 1] ?? 0)) / TICKS_PER_SECOND
  return { pid, parent: fields[1] ?? 0, cpu: seconds(11), endedCpu: seconds(13) }
}

function residentMB(pid: number): number {
  const [, kB] = /^VmRSS:\s+(\d+) kB$/m.exec(readProc(`/proc/${pid}/status`) ?? '') ?? []
  return Number(kB ?? 0) / 1024
}

/** Undefined if the process has ended in the meantime. */
function readProc(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESRCH') return undefined
    throw error
  }
}
