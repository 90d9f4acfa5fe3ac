import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'

import { collectOutput } from '../support/command.ts'

const POLL_MS = 50

export interface MeasuredRun {
  stdout: string
  seconds: number
  /** Peak resident memory in MB; undefined without `/proc`. */
  maxRssMB: number | undefined
  /** User and system CPU time; undefined without `/proc`. */
  cpuSeconds: number | undefined
  /** Seconds from the first line about publishing to the end; undefined without such a line. */
  publishSeconds: number | undefined
}

/** Waits for the end of a process. Throws on a timeout or a non-zero exit code. */
export async function runMeasured(child: ChildProcess, limitMs: number): Promise<MeasuredRun> {
  const startedAt = performance.now()
  const output = collectOutput(child)
  const used: Pick<MeasuredRun, 'maxRssMB' | 'cpuSeconds'> = {
    maxRssMB: undefined,
    cpuSeconds: undefined
  }
  const poll = setInterval(async () => {
    used.maxRssMB = (await readPeakMB(child.pid)) ?? used.maxRssMB
    used.cpuSeconds = (await readCpuSeconds(child.pid)) ?? used.cpuSeconds
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

/** CPU ticks, 100 a second; work after the last sample is missing. */
async function readCpuSeconds(pid: number | undefined): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user, system] = [Number(fields[11]), Number(fields[12])]
  return stat === '' ? undefined : (user + system) / 100
}
