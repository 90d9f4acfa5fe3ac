import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'

import { collectOutput } from '../command.ts'

const POLL_MS = 50

export interface MeasuredRun {
  stdout: string
  seconds: number
  /** The most memory that the process had resident, in MB; undefined where there is no `/proc`. */
  maxRssMB: number | undefined
}

/** Waits for the end of a process. Throws when it takes longer than allowed, or ends with another code than 0. */
export async function runMeasured(child: ChildProcess, limitMs: number): Promise<MeasuredRun> {
  const startedAt = performance.now()
  const output = collectOutput(child)
  const memory: { maxRssMB: number | undefined } = { maxRssMB: undefined }
  const poll = setInterval(async () => {
    memory.maxRssMB = (await readPeakMB(child.pid)) ?? memory.maxRssMB
  }, POLL_MS)
  const limit = setTimeout(() => child.kill('SIGKILL'), limitMs)
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
    const seconds = (performance.now() - startedAt) / 1000
    if (code === 0) return { stdout: output.stdout, seconds, ...memory }
    const how = code === null ? `was ended by ${signal}` : `ended with code ${code}`
    const what = child.spawnargs.slice(1).join(' ')
    throw new Error(`${what} ${how} after ${seconds.toFixed(0)} s:\n${output.stderr.slice(-2000)}`)
  } finally {
    clearInterval(poll)
    clearTimeout(limit)
  }
}

/** The kernel's own high-water mark; a process that has just ended has none any more. */
async function readPeakMB(pid: number | undefined): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const [, kB] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? []
  return kB === undefined ? undefined : Number(kB) / 1024
}
