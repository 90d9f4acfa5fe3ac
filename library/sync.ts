import { once } from 'node:events'
import path from 'node:path'

import { isRequestRate } from '../cli/commands/options/request-rate.ts'
import { startProcess } from '../server/process/start-module.ts'
import { FansiteError, explainedLater } from './fansite-error.ts'
import type { SyncAnswer, SyncRequest } from './sync-process.ts'
import type * as Types from './types.ts'

const processModule = new URL('./sync-process.ts', import.meta.url)

/** SQLite's driver is synchronous, so a sync in this process would block everything else in it. */
export const sync: typeof Types.sync = ({ signal, dataDir = 'data', ...options }) =>
  explainedLater(async () => {
    checkRate(options.ratePerSecond)
    if (signal?.aborted) throw aborted(signal, ' before the sync has started')
    const child = startProcess(processModule)
    const stop = () => void child.kill('SIGTERM')
    signal?.addEventListener('abort', stop, { once: true })
    try {
      const ended = once(child, 'exit').then(([code, by]): SyncAnswer => {
        const message = `the process of the sync ended: ${String(by ?? `exit code ${code}`)}; the next sync resumes the run`
        return { kind: 'failed', code: signal?.aborted ? 'stopped' : undefined, message }
      })
      child.send({ ...options, dataDir: path.resolve(dataDir) } satisfies SyncRequest)
      const answered = once(child, 'message').then(([answer]) => answer as SyncAnswer)
      const answer = await Promise.race([answered, ended])
      if (answer.kind === 'done') return answer.summary
      if (signal?.aborted && answer.code === 'stopped') throw aborted(signal, resumed)
      throw answer.code === undefined
        ? new Error(answer.message)
        : new FansiteError(answer.code, answer.message)
    } finally {
      signal?.removeEventListener('abort', stop)
      child.kill('SIGKILL')
    }
  })

/** If spoilers are withheld, the mirror may be published without the copies that the site is served from. */
const resumed = '; nothing new is on the site, and the next sync resumes the run'

/** Checked here: a message to the process has null instead of NaN and Infinity. */
function checkRate(rate: unknown): void {
  if (rate === undefined || rate === null) return
  if (typeof rate === 'number' && isRequestRate(rate)) return
  const given = typeof rate === 'string' ? JSON.stringify(rate) : String(rate)
  throw new FansiteError(
    'config',
    `ratePerSecond is ${given}; give a number above 0 and up to 1000, such as 3 or 0.5, or null for no limit`
  )
}

function aborted({ reason }: AbortSignal, when: string): FansiteError {
  const cause: unknown = reason
  return new FansiteError('stopped', `the sync was aborted by its signal${when}`, { cause })
}
