import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'

import { endProcess } from '../../server/process/end-process.ts'
import { startProcess, startThread } from '../../server/process/start-module.ts'
import { BuildError } from '../build-error.ts'
import type { WrittenFile } from '../folder/write-file.ts'
import type { DataAnswer, DataJob } from './data-job.ts'
import type { MirrorAnswer } from './mirror-process.ts'

const searchThread = new URL('./search-thread.ts', import.meta.url)
const mirrorProcess = new URL('./mirror-process.ts', import.meta.url)

/** Most of what the search reads is soon unused; see `job-process.ts`. */
const resourceLimits = { maxYoungGenerationSizeMb: 96 }

/**
 * Writes the search in a thread and the mirror in a process, because they block it for seconds, while this
 * thread hands out responses. Returns the written files. Throws `BuildError` if the mirror was replaced,
 * the reason of the signal, or the error of the thread or process, which keeps only its code and message.
 */
export async function writeData(
  job: DataJob,
  signal: AbortSignal
): Promise<Map<string, WrittenFile>> {
  const worker = startThread(searchThread, { workerData: job, resourceLimits })
  const child = startProcess(mirrorProcess)
  try {
    const answers = await Promise.all([
      once(worker, 'message', { signal }).then(([answer]) => answer as DataAnswer),
      mirrorOf(child, job, signal)
    ])
    return new Map(answers.flatMap((answer) => [...filesOf(answer)]))
  } finally {
    await Promise.all([worker.terminate(), endProcess(child)])
    rmSync(job.copyFolder, { recursive: true, force: true })
  }
}

async function mirrorOf(
  child: ChildProcess,
  job: DataJob,
  signal: AbortSignal
): Promise<DataAnswer> {
  let answer: MirrorAnswer | undefined
  child.once('message', (message) => {
    // The process runs our own module.
    answer = message as MirrorAnswer
  })
  child.send(job)
  await once(child, 'close', { signal })
  if (answer?.kind === 'done') return answer.files
  if (answer) throw Object.assign(new Error(answer.message), answer.cause)
  const end = child.signalCode ?? `exit code ${child.exitCode}`
  throw new Error(`the mirror was not written: its process ended (${end})`)
}

function filesOf(answer: DataAnswer): Map<string, WrittenFile> {
  if (answer) return answer
  throw new BuildError('the mirror was replaced during the build; run the command again')
}
