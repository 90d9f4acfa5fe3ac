import { startWorkspaceApi } from '../../../demo/api/workspace-api.ts'
import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { onFinished } from '../on-finished.ts'
import { pageBlock, testId, textBlock, workspaceOf } from '../workspaces/records.ts'
import { syncElsewhere } from '../run/sync-elsewhere.ts'
import { testConfig } from '../workspaces/test-config.ts'
import { tempDir } from '../temp-dir.ts'

/** A synced data directory, with functions to edit the workspace and sync again. */
export async function mirrorDir(
  workspace: WorkspaceFile = smallWorkspace(),
  syncOnce: typeof syncElsewhere = syncElsewhere
) {
  const api = await startWorkspaceApi({ workspace })
  onFinished(() => api.close())
  const dataDir = tempDir()
  const config = testConfig(workspace.rootPageId)
  const sync = () => syncOnce(api, { config, dataDir, callTimeoutMs: 500 })
  await sync()
  return { api, dataDir, sync }
}

/** The root page, a page with a Latin title and one line of text, and one with a Japanese title. */
function smallWorkspace(): WorkspaceFile {
  return workspaceOf(
    [testId(10), testId(20)],
    [
      pageBlock(10, 'Mining "deep"', { content: [testId(11)] }),
      textBlock(11, 'line one\nline two', { parent_id: testId(10) }),
      pageBlock(20, '日本語のページ🎉')
    ]
  )
}
