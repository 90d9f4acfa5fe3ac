import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type { SyncResult } from '../../../cli/sync/sync.ts'
import type { WorkspaceApi } from '../../../demo/api/workspace-api.ts'
import type { TestSyncOptions } from '../workspaces/sync-from.ts'
import type { SyncRequest } from './sync-process.ts'
import { nodeOptions } from './process-settings.ts'

/** The module of the process that syncs. */
export const syncProcess = fileURLToPath(new URL('./sync-process.ts', import.meta.url))
/** Its build, which `build-assets.ts` makes. */
export const builtSync = fileURLToPath(
  new URL('../../../dist/test/sync-process.js', import.meta.url)
)

/** What can be sent to another process. */
type SentOptions = Pick<
  TestSyncOptions,
  'config' | 'dataDir' | 'downloads' | 'isFull' | 'isShrinkAllowed'
>

interface SyncAnswer {
  number: number
  result?: SyncResult
  /** The message of the error that ended the sync. */
  error?: string
}

let started: ChildProcess | undefined
let count = 0

/**
 * Syncs once from a local API, in a process that the tests of a worker share. A test that needs a
 * mirror, but does not test the sync, thus does not import it: `npm run test:changed` runs it only
 * for changes of what it tests.
 */
export async function syncElsewhere(
  { baseUrl, origin }: Pick<WorkspaceApi, 'baseUrl' | 'origin'>,
  options: SentOptions
): Promise<SyncResult> {
  const child = runningProcess()
  const request: SyncRequest = { number: ++count, api: { baseUrl, origin }, options }
  const { result, error } = await answerOf(child, request)
  if (result) return result
  throw new Error(error)
}

async function answerOf(child: ChildProcess, request: SyncRequest): Promise<SyncAnswer> {
  const end = new AbortController()
  const { signal } = end
  const answered = new Promise<SyncAnswer>((resolve) => {
    const listen = (answer: SyncAnswer) => answer.number === request.number && resolve(answer)
    child.on('message', listen)
    signal.addEventListener('abort', () => child.off('message', listen))
  })
  const exited = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`the process that syncs has ended with ${code}`)
  })
  child.send(request)
  return Promise.race([answered, exited]).finally(() => end.abort())
}

/** Started when it is first needed; it ends with this process and does not keep it running. */
function runningProcess(): ChildProcess {
  if (started?.connected) return started
  started = existsSync(builtSync)
    ? fork(builtSync, { execArgv: nodeOptions, serialization: 'advanced' })
    : fork(syncProcess, { execArgv: ['--import', 'tsx'], serialization: 'advanced' })
  started.setMaxListeners(0)
  started.unref()
  started.channel?.unref()
  return started
}
