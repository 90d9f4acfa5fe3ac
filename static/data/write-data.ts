import { rmSync } from 'node:fs'

import { endProcess } from '../../server/process/end-process.ts'
import { onlyAnswer, startProcess } from '../../server/process/start-module.ts'
import { BuildError } from '../build-error.ts'
import type { DataAnswer, DataJob, WrittenData } from './data-job.ts'

const dataProcess = new URL('./data-process.ts', import.meta.url)

/**
 * Writes the search and the mirror in a process, because they block it for seconds, while this one hands
 * out responses. Throws `BuildError` if the mirror was replaced, the reason of the signal, or the error of
 * the process, which keeps only its code and message.
 */
export async function writeData(job: DataJob, signal: AbortSignal): Promise<WrittenData> {
  const child = startProcess(dataProcess)
  try {
    const answer = onlyAnswer<DataAnswer>(child, signal)
    child.send(job)
    return dataOf(await answer)
  } finally {
    await endProcess(child)
    rmSync(job.copyFolder, { recursive: true, force: true })
  }
}

function dataOf(answer: DataAnswer | { end: string }): WrittenData {
  if ('end' in answer)
    throw new Error(`search and mirror were not written: their process ended (${answer.end})`)
  if (answer.kind === 'failed') throw Object.assign(new Error(answer.message), answer.cause)
  if (answer.data) return answer.data
  throw new BuildError('the mirror was replaced during the build; run the command again')
}
