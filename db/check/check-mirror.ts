import { Worker } from 'node:worker_threads'

import type { Mirror } from '../mirror/open-mirror.ts'
import { DamagedMirrorError, MirrorError, explainFailure } from '../mirror/mirror-error.ts'

/** The thread's message: SQLite's `ok` or first finding, or the code and message of an error. */
interface Answer {
  finding: string
  code?: string
}

/** A running check. */
export interface MirrorCheck {
  /** Rejects with `MirrorError` when the file is damaged or cannot be read. */
  done: Promise<void>
  /** Ends the thread; `done` is then rejected. */
  stop: () => void
}

/**
 * Checks all pages of the file for damage in a worker thread. Measured with 400,000 blocks (600 MB):
 * 0.4 s, or 4 s if the file is not in the page cache.
 */
export function startMirrorCheck(file: string): MirrorCheck {
  const worker = new Worker(new URL('./quick-check.js', import.meta.url), { workerData: file })
  const done = new Promise<void>((resolve, reject) => {
    worker.once('message', ({ finding, code }: Answer) => {
      if (finding === 'ok') resolve()
      else
        reject(
          code
            ? explainFailure(Object.assign(new Error(finding), { code }), file)
            : damaged(file, finding)
        )
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new MirrorError(`the check of ${file} was stopped`)))
  })
  return { done, stop: () => void worker.terminate() }
}

/** Runs the same check synchronously. Throws `MirrorError`. */
export function checkMirror(mirror: Mirror): void {
  const finding = String(mirror.$client.pragma('quick_check(1)', { simple: true }))
  if (finding !== 'ok') throw damaged(mirror.$client.name, finding)
}

function damaged(file: string, finding: string): MirrorError {
  const first = finding.replaceAll(/\s+/g, ' ')
  return new DamagedMirrorError(`${file} is damaged; move it away and sync again (${first})`)
}
