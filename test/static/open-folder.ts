import path from 'node:path'

import type { WorkspaceFile } from '../../demo/builder/workspace-file.ts'
import type { SiteConfig } from '../../site/config/config.ts'
import { buildFolder } from '../support/browser/static-site.ts'
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

/** Makes the same from nothing, and returns that folder. */
export async function fromScratch(
  build: (options: BuildOptions) => Promise<unknown>,
  config: Partial<SiteConfig> = {}
): Promise<string> {
  const name = path.join(tempDir(), 'wiki')
  await build({ name, config })
  return name
}
