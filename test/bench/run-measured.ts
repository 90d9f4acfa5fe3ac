import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile, readdir } from 'node:fs/promises'

import { collectOutput } from '../support/command.ts'

/** A reading takes 10 ms of CPU on the cores that are measured. */
const POLL_MS = 250

export interface MeasuredRun {
  stdout: string
  seconds: number
  /** Peak resident memory in MB; undefined without `/proc`. */
  maxRssMB: number | undefined
  /** User and system CPU time; undefined without `/proc`. */
  cpuSeconds: number | undefined
  /** The same with all processes that it has started; undefined without `/proc`. */
  treeCpuSeconds: number | undefined
  /** Seconds from the first line about publishing to the end; undefined without such a line. */
  publishSeconds: number | undefined
}

/** Waits for the end of a process. Throws on a timeout or a non-zero exit code. */
export async function runMeasured(child: ChildProcess, limitMs: number): Promise<MeasuredRun> {
  const startedAt = performance.now()
  const output = collectOutput(child)
  const used: Pick<MeasuredRun, 'maxRssMB' | 'cpuSeconds' | 'treeCpuSeconds'> = {
    maxRssMB: undefined,
    cpuSeconds: undefined,
    treeCpuSeconds: undefined
  }
  const tree = new Map<number, number>()
  const poll = setInterval(async () => {
    used.maxRssMB = (await readPeakMB(child.pid)) ?? used.maxRssMB
    for (const [pid, seconds] of await readTreeCpu(child.pid)) tree.set(pid, seconds)
    used.cpuSeconds = tree.get(child.pid ?? 0)
    if (tree.size > 0) used.treeCpuSeconds = [...tree.values()].reduce((sum, each) => sum + each)
  }, POLL_MS)
  let publishingSince: number | undefined
  child.stderr?.on('data', () => {
    if (output.stderr.includes('Publishing')) publishingSince ??= performance.now()
  })
  const limit = setTimeout(() => child.kill('SIGKILL'), limitMs)
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
    const endedAt = performance.now()
    const seconds = (endedAt - startedAt) / 1000
    const publishSeconds = publishingSince && (endedAt - publishingSince) / 1000
    if (code === 0) return { stdout: output.stdout, seconds, publishSeconds, ...used }
    const how = code === null ? `was killed by ${signal}` : `exited with code ${code}`
    const what = child.spawnargs.slice(1).join(' ')
    throw new Error(`${what} ${how} after ${seconds.toFixed(0)} s:\n${output.stderr.slice(-2000)}`)
  } finally {
    clearInterval(poll)
    clearTimeout(limit)
  }
}

/** The kernel's high-water mark; unavailable after the process has ended. */
async function readPeakMB(pid: number | undefined): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const [, kB] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? []
  return kB === undefined ? undefined : Number(kB) / 1024
}

/**
 * Reads the CPU seconds of a process and its descendants, by process id. The kernel counts 100 ticks a
 * second. What a process does after the last reading is missing.
 */
async function readTreeCpu(root: number | undefined): Promise<Map<number, number>> {
  const names = await readdir('/proc').catch(() => [])
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number)
  const all = new Map(
    await Promise.all(pids.map(async (pid) => [pid, await readStat(pid)] as const))
  )
  const isBelow = (pid: number | undefined): boolean =>
    pid === root || (pid !== undefined && pid > 1 && isBelow(all.get(pid)?.parent))
  return new Map(
    [...all].flatMap(([pid, stat]): [number, number][] =>
      stat && isBelow(pid) ? [[pid, stat.cpuSeconds]] : []
    )
  )
}

/** Undefined for a process that has ended. */
async function readStat(pid: number): Promise<{ parent: number; cpuSeconds: number } | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (stat === '') return undefined
  return { parent: Number(fields[1]), cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100 }
}
