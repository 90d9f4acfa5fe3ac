import path from 'node:path'

import type { FastifyInstance } from 'fastify'

import { noteVerified } from '../../../cli/sync/target/verified-note.ts'
import type { WalkResult } from '../../../db/records/walk-result.ts'
import { openMirrorForSync } from '../../../db/mirror/open-mirror.ts'
import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { buildApp } from '../../../server/app.ts'
import type { RenderLimits } from '../../../server/render/queue/render-queue.ts'
import { publishOrCopy } from '../run/kept-mirrors.ts'
import { walkResultOf, publishAt } from '../workspaces/walk-result.ts'
import { onFinished } from '../on-finished.ts'
import { atOnce, testConfig } from '../workspaces/test-config.ts'
import { tempDir } from '../temp-dir.ts'

/** Much longer than rendering takes, since other tests may use the CPU. */
const patient = { cpuMs: 100_000, patienceMs: 100_000 }

export interface PublishedSite {
  app: FastifyInstance
  dataDir: string
  /** Publishes again, as another generation. */
  publish: (workspace: WorkspaceFile) => Promise<void>
}

/**
 * A workspace published without a walk, which takes long for pages of a hundred thousand blocks. The
 * mirror of a large one may be a copy of an earlier one. `found` overrides fields of the walk result.
 */
export async function publishedSite(
  workspace: WorkspaceFile,
  limits: Partial<RenderLimits> = {},
  found: Partial<WalkResult> = {}
): Promise<PublishedSite> {
  const dataDir = tempDir()
  const config = testConfig(workspace.rootPageId)
  let at = Date.UTC(2026, 0, 1, 0, 0, 1)
  const publish = async (walkResult: WalkResult) => {
    const mirror = openMirrorForSync(path.join(dataDir, 'mirror.db'))
    await publishAt(mirror, at, walkResult)
    mirror.$client.close()
    // As a sync does: the server then need not verify it.
    noteVerified(dataDir, path.join(dataDir, 'mirror.db'))
  }
  const first = walkResultOf(workspace, found)
  await publishOrCopy({ walkResult: first, config, at }, dataDir, () => publish(first))
  const renderLimits = { ...patient, ...limits }
  const app = await buildApp({
    config,
    dataDir,
    logLevel: 'silent',
    ...atOnce,
    renderLimits
  })
  onFinished(() => app.close())
  const publishAgain = (next: WorkspaceFile) => {
    at += 1000
    return publish(walkResultOf(next, found))
  }
  return { app, dataDir, publish: publishAgain }
}
