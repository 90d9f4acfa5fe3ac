import { findRunningSync } from '../../status/find-running-sync.ts'
import type { Context } from '../context.ts'
import type { Finding } from '../finding.ts'

/** Whether a sync is running in the data directory. */
export function checkRunningSync({ paths }: Context): Finding[] {
  const holder = paths.folder === undefined ? undefined : findRunningSync(paths.folder)
  if (!holder) return [{ status: 'ok', code: 'no_sync', what: 'no sync is running' }]
  const seconds = Math.max(0, Math.round((Date.now() - holder.startedAt) / 1000))
  return [
    {
      status: 'warning',
      code: 'sync_running',
      what: `a sync is running (process ${holder.pid}, started ${seconds} s ago), so another one is refused`,
      remedy: 'wait until it has finished',
      facts: { seconds }
    }
  ]
}
