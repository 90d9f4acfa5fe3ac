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
 * Writes the search and the mirror in a thread, because they block it for seconds, while this one
 * hands out responses. Returns the written files. Throws `BuildError` if the mirror was replaced, the
 * reason of the signal, or the error of the thread, which keeps only its code and message.
 */
export async function writeData(
  job: DataJob,
  signal: AbortSignal
): Promise<Map<string, WrittenFile>> {
  const worker = startThread(thread, { workerData: job, resourceLimits })
  try {
    const [answer] = (await once(worker, 'message', { signal })) as [DataAnswer]
    if (answer) return answer
    throw new BuildError('the mirror was replaced during the build; run the command again')
  } finally {
    await worker.terminate()
    rmSync(job.copyFolder, { recursive: true, force: true })
  }
}
