import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'

import { noteVerified } from '../../cli/sync/target/verified-note.ts'
import { startWorkspaceApi } from '../../demo/api/workspace-api.ts'
import type { WorkspaceFile } from '../../demo/builder/workspace-file.ts'
import type { SiteConfig } from '../../site/config/config.ts'
import { folderFiles } from '../support/browser/folder-files.ts'
import { buildFolder } from '../support/browser/static-site.ts'
import { onFinished } from '../support/on-finished.ts'
import { mirrorDir } from '../support/sites/mirror-dir.ts'
import { syncElsewhere } from '../support/run/sync-elsewhere.ts'
import { tempDir } from '../support/temp-dir.ts'
import { ROOT_ID } from '../support/workspaces/records.ts'
import { testConfig } from '../support/workspaces/test-config.ts'

interface BuildOptions {
  /** Another folder than the first one. */
  name?: string
  config?: Partial<SiteConfig>
  /** More arguments of the command. */
  more?: string[]
}

/** A mirror of a workspace, and a folder that `build` makes of it. `shared`: of syncs and builds. */
export async function openFolder(workspace: WorkspaceFile, shared: Partial<SiteConfig> = {}) {
  const { dataDir, api, sync } = await mirrorDir(workspace, (from, options) =>
    syncElsewhere(from, { ...options, config: { ...options.config, ...shared } })
  )
  const parent = tempDir()
  const folder = path.join(parent, 'wiki')
  const build = ({ name = folder, config = {}, more = [] }: BuildOptions = {}) =>
    buildFolder(name, { dataDir, config: { ...testConfig(ROOT_ID), ...shared, ...config }, more })
  return { dataDir, parent, folder, versions: path.join(parent, '.wiki.builds'), api, sync, build }
}

/**
 * Syncs a workspace and builds its folder once for all tests of a file. Each test brings both back as they
 * were with `open`, which also starts an API of the workspace as it was.
 */
export async function buildOnce(workspace: () => WorkspaceFile) {
  const first = await openFolder(workspace())
  await first.api.close()
  const counts = await first.build()
  const files = folderFiles(first.folder)
  const { dataDir, parent } = first
  const restore = [backUp(dataDir), backUp(parent)]
  const open = async () => {
    for (const each of restore) each()
    // As the sync did: the mirror need not be verified again.
    noteVerified(dataDir, path.join(dataDir, 'mirror.db'))
    const api = await startWorkspaceApi({ workspace: workspace() })
    onFinished(() => api.close())
    const sync = () => syncElsewhere(api, { config: testConfig(ROOT_ID), dataDir })
    return { ...first, counts, api, sync }
  }
  return { open, dataDir, counts, files }
}

/** Copies a folder elsewhere, with its links, and returns a function that brings it back as it was. */
export function backUp(folder: string): () => void {
  const backup = path.join(tempDir(), 'backup')
  const copy = (from: string, to: string) => execFileSync('cp', ['-a', from, to])
  copy(folder, backup)
  return () => {
    rmSync(folder, { recursive: true })
    copy(backup, folder)
  }
}

/** Makes the same from nothing, and returns that folder. */
export async function fromScratch(
  build: (options: BuildOptions) => Promise<unknown>,
  config: Partial<SiteConfig> = {}
): Promise<string> {
  const name = path.join(tempDir(), 'wiki')
  await build({ name, config })
  return name
}

/**
 * Environment of a build that kills itself as soon as it has noted that it made a number of pages: a busy
 * test would see that too late.
 */
export function killedBuild(pages: number) {
  return buildThat(`process.kill(process.pid, 'SIGKILL')`, pages)
}

/** Environment of a build that creates this file instead, and waits until it is removed. */
export function waitingBuild(file: string, pages: number) {
  const name = JSON.stringify(file)
  const wait = `while (existsSync(${name})) Atomics.wait(turn, 0, 0, 20)`
  return buildThat(`writeFileSync(${name}, ''); ${wait}`, pages)
}

function buildThat(act: string, pages: number) {
  const module = `
    import { existsSync, writeFileSync } from 'node:fs'
    import { createRequire } from 'node:module'
    const Database = createRequire(${JSON.stringify(import.meta.url)})('better-sqlite3')
    const turn = new Int32Array(new SharedArrayBuffer(4))
    const { prepare } = Database.prototype
    let made = 0
    Database.prototype.prepare = function (sql) {
      const statement = prepare.call(this, sql)
      if (!sql.includes('into entry')) return statement
      const { run } = statement
      statement.run = (entry) => {
        run.call(statement, entry)
        if (entry.kind !== 'page' || ++made !== ${pages}) return
        ${act}
      }
      return statement
    }`
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(module)}` }
}
