import { existsSync } from 'node:fs'

import Database from 'better-sqlite3'

import { mirrorPaths } from '../../db/mirror/mirror-paths.ts'
import { SAMPLE_ROOT_PAGE_ID } from '../../demo/sample/sample-root.ts'
import { ConfigError } from '../../site/config/read-config.ts'
import type { Settings } from './load-settings.ts'

/**
 * Throws `ConfigError` if the configuration of the built-in sample would be used for the mirror of a
 * site, because the current folder is not that of the site: a sync would replace the mirror, and what
 * the site withholds would be shown.
 */
export function refuseSampleOverSite({ config, environment, hasConfigFile }: Settings): void {
  if (hasConfigFile || config.rootNotionPageId !== SAMPLE_ROOT_PAGE_ID) return
  const { file } = mirrorPaths(environment.dataDir)
  const rootPageId = readRootPageId(file)
  if (rootPageId === undefined || rootPageId === SAMPLE_ROOT_PAGE_ID) return
  throw new ConfigError([
    `Config error: there is no site.config.ts in ${process.cwd()}, and ${file} is the mirror of another workspace than the built-in sample; run the command in the folder of the site, or name another data directory with --data`
  ])
}

/** The root page of a mirror of any version; undefined if there is none, or if it cannot be read. */
function readRootPageId(file: string): string | undefined {
  if (!existsSync(file)) return undefined
  try {
    const mirror = new Database(file, { readonly: true })
    try {
      return mirror.prepare<[], string>('select root_page_id from mirror').pluck().get()
    } finally {
      mirror.close()
    }
  } catch (error) {
    // The sync reports what is wrong with the file, or keeps it under another name.
    if (error instanceof Database.SqliteError) return undefined
    throw error
  }
}
