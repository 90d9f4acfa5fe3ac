import { type TestSite, openSite } from '../../support/sites/site.ts'
import { syncFrom } from '../../support/workspaces/sync-from.ts'

/** `openSite` for tests of the sync, which runs in their own process. */
export function openSyncedSite(options: Parameters<typeof openSite>[0]): Promise<TestSite> {
  return openSite(options, syncFrom)
}
