import { once } from 'node:events'
import { rmSync } from 'node:fs'

import { startThread } from '../../server/process/start-module.ts'
import { BuildError } from '../build-error.ts'
import type { WrittenFile } from '../folder/write-file.ts'
import type { DataAnswer, DataJob } from './data-thread.ts'

const thread = new URL('./data-thread.ts', import.meta.url)

/** Most of what the search reads is soon unused; see `job-process.ts`. */
const resourceLimits = { maxYoungGenerationSizeMb: 96 }

/**
 * Writes the search and the mirror, each in a thread of its own, because they block it for seconds, while
 * this one hands out responses. Returns the written files. Throws `BuildError` if the mirror was replaced,
 * the reason of the signal, or the error of a thread, which keeps only its code and message.
 */
export async function writeData(
  job: Omit<DataJob, 'part'>,
  signal: AbortSignal
): Promise<Map<string, WrittenFile>> {
  const workers = (['mirror', 'search'] as const).map((part) => {
    const workerData: DataJob = { ...job, part }
    return startThread(thread, { workerData, resourceLimits })
  })
  try {
    const messages = await Promise.all(
      workers.map(async (worker) => (await once(worker, 'message', { signal })) as [DataAnswer])
    )
    return new Map(messages.flatMap(([answer]) => [...filesOf(answer)]))
  } finally {
    await Promise.all(workers.map(async (worker) => worker.terminate()))
    rmSync(job.copyFolder, { recursive: true, force: true })
  }
}

function filesOf(answer: DataAnswer): Map<string, WrittenFile> {
  if (answer) return answer
  throw new BuildError('the mirror was replaced during the build; run the command again')
}
