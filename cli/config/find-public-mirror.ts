import { existsSync } from 'node:fs'

import { MirrorError } from '../../db/mirror/mirror-error.ts'
import type { MirrorPaths } from '../../db/mirror/mirror-paths.ts'
import { spoilerCopies } from '../../db/mirror/spoiler-copies.ts'
import { withDataDir } from './environment.ts'
import { findMirror } from './find-mirror.ts'
import { type Settings, loadSettings } from './load-settings.ts'

/** The settings of a site, with a mirror of it. */
export interface SiteMirror extends Settings {
  paths: MirrorPaths
}

/**
 * The mirror of `findMirror`, with the settings of its site. Throws `ConfigError` if the current folder is
 * not that of the site.
 */
export async function findSiteMirror(data: string | undefined): Promise<SiteMirror> {
  const paths = findMirror(data)
  const settings = await loadSettings(withDataDir(data))
  // Imported on demand: `--help` does not need the driver of SQLite.
  const { refuseSampleOverSite } = await import('./refuse-sample.ts')
  refuseSampleOverSite(settings)
  return { ...settings, paths }
}

/**
 * The same without the spoilers that the configuration withholds: everything public is made of it. Also
 * throws `MirrorError` if no sync has made that mirror yet, with `otherRemedy` added to the remedy.
 */
export async function findPublicMirror(
  data: string | undefined,
  otherRemedy = ''
): Promise<SiteMirror> {
  const found = await findSiteMirror(data)
  const copies = spoilerCopies(found.paths.file, found.config.spoilers)
  const file = copies?.public ?? found.paths.file
  if (!copies || existsSync(file)) return { ...found, paths: { ...found.paths, file } }
  throw new MirrorError(
    `there is no mirror without spoilers at ${file}; run "fansite sync"${otherRemedy}`
  )
}
