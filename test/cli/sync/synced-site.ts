import { type FileSite, openFileSite } from '../../support/sites/file-site.ts'
import {
  type MirrorOptions,
  type SyncedMirror,
  syncedMirror
} from '../../support/sites/mirror-dir.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'
import { syncFrom } from '../../support/workspaces/sync-from.ts'

/** `openSite` for tests of the sync, which runs in their own process. */
export function openSyncedSite(options: Parameters<typeof openSite>[0]): Promise<TestSite> {
  return openSite(options, syncFrom)
}

/** The same without a server, which takes as long to build as a small workspace to sync. */
export function openSyncedMirror(options: MirrorOptions): Promise<SyncedMirror> {
  return syncedMirror(options, syncFrom)
}

/** `openFileSite` for tests of the sync. */
export function openSyncedFileSite(blocks: Parameters<typeof openFileSite>[0]): Promise<FileSite> {
  return openFileSite(blocks, syncFrom)
}
