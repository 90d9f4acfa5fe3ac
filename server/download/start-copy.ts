import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

import { MirrorError } from '../../db/mirror/mirror-error.ts'
import { startProcess } from '../process/start-module.ts'
import type { DownloadAnswer } from './download-process.ts'

const processModule = new URL('./download-process.ts', import.meta.url)

/** A copy that is being made. */
export interface RunningCopy {
  /** Which publication was copied. Rejects with `MirrorError` when there is no copy. */
  done: Promise<{ generation: number; digest: string }>
  /** Ends the process; settled when it is gone. */
  stop: () => Promise<void>
}

/** Copies a mirror into an empty folder, in a process of its own: SQLite would hold up every visitor. */
export function startCopy(mirrorFile: string, folder: string): RunningCopy {
  const child = startProcess(processModule, { args: [mirrorFile, folder] })
  const gone = once(child, 'close')
  return {
    done: answerOf(child, gone),
    stop: async () => {
      child.kill('SIGKILL')
      await gone
    }
  }
}

async function answerOf(child: ChildProcess, gone: Promise<unknown>) {
  let answer: DownloadAnswer | undefined
  child.once('message', (message) => {
    // The module that sends it is ours.
    answer = message as DownloadAnswer
  })
  await gone
  if (answer && 'failure' in answer) throw new MirrorError(answer.failure)
  if (answer) return answer
  const end = child.signalCode ?? `exit code ${child.exitCode}`
  throw new MirrorError(
    `the copy of the mirror for downloads was not made: its process ended (${end})`
  )
}
