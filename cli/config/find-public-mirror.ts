import { existsSync } from 'node:fs'

import { MirrorError } from '../../db/mirror/mirror-error.ts'
import type { MirrorPaths } from '../../db/mirror/mirror-paths.ts'
import { spoilerCopies } from '../../db/mirror/spoiler-copies.ts'
import { withDataDir } from './environment.ts'
import { findMirror } from './find-mirror.ts'
import { type Settings, loadSettings } from './load-settings.ts'

/** The settings of a site, with the mirror that everything public is made of. */
export interface PublicMirror extends Settings {
  paths: MirrorPaths
}

/**
 * The mirror of `findMirror`, without the spoilers that the configuration withholds. Throws
 * `MirrorError` when it does not exist, and `ConfigError`. `otherRemedy` is what a command offers besides
 * a sync.
 */
export async function findPublicMirror(
  data: string | undefined,
  otherRemedy = ''
): Promise<PublicMirror> {
  const paths = findMirror(data)
  const settings = await loadSettings(withDataDir(data))
  // Imported on demand: `--help` does not need the driver of SQLite.
  const { refuseSampleOverSite } = await import('./refuse-sample.ts')
  refuseSampleOverSite(settings)
  const copies = spoilerCopies(paths.file, settings.config.spoilers)
  const file = copies?.public ?? paths.file
  if (!copies || existsSync(file)) return { ...settings, paths: { ...paths, file } }
  throw new MirrorError(
    `there is no mirror without spoilers at ${file}; run "fansite sync"${otherRemedy}`
  )
}
