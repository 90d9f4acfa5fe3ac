import type { ChildProcess } from 'node:child_process'

import { MirrorError } from '../../db/mirror/mirror-error.ts'
import type { CopiedPublication } from '../../site/browse/mirror-file.ts'
import { endProcess } from '../process/end-process.ts'
import { onlyAnswer, startProcess } from '../process/start-module.ts'
import type { DownloadAnswer } from './download-process.ts'

const processModule = new URL('./download-process.ts', import.meta.url)

/** A copy in progress. */
export interface RunningCopy {
  /** The publication that was copied. Rejects with `MirrorError` if the copy failed. */
  done: Promise<CopiedPublication>
  /** Kills the process; resolves once it has ended. */
  stop: () => Promise<void>
}

/**
 * Copies a mirror into an empty folder, in a child process: SQLite would block all other requests. The
 * copy fails if the path names another file than that with the id.
 */
export function startCopy(
  { file, fileId }: { file: string; fileId: string },
  folder: string
): RunningCopy {
  const child = startProcess(processModule, { args: [file, folder, fileId] })
  return { done: answerOf(child), stop: () => endProcess(child) }
}

async function answerOf(child: ChildProcess): Promise<CopiedPublication> {
  const answer = await onlyAnswer<DownloadAnswer>(child)
  if ('failure' in answer) throw new MirrorError(answer.failure)
  if (!('end' in answer)) return answer
  throw new MirrorError(
    `the copy of the mirror for downloads was not made: its process ended (${answer.end})`
  )
}
