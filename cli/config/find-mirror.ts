import path from 'node:path'

import { findStats } from '../../db/mirror/files/find-stats.ts'
import { MirrorError, explained } from '../../db/mirror/mirror-error.ts'
import { type MirrorPaths, mirrorPaths } from '../../db/mirror/mirror-paths.ts'
import { findRunningSync } from '../status/find-running-sync.ts'
import { readEnvironment, withDataDir } from './environment.ts'

/**
 * The mirror in the data directory of `--data` or `FANSITE_DATA`; both may name a mirror file too.
 * Throws `MirrorError` when it does not exist or may not be read.
 */
export function findMirror(data: string | undefined): MirrorPaths {
  const paths = configuredPaths(data)
  const found = explained(paths.file, () => findStats(paths.file))
  if (found) return paths
  throw new MirrorError(absent(paths.file))
}

function absent(file: string): string {
  const running = findRunningSync(path.dirname(file))
  return running
    ? `there is no mirror at ${file} yet; its first sync is running (process ${running.pid}); wait until it has finished`
    : `there is no mirror at ${file}; run "fansite sync" to create it, or set its folder with --data`
}

/** The paths of the mirror that `findMirror` looks for, whether it exists or not. */
export function configuredPaths(data: string | undefined): MirrorPaths {
  const { dataDir } = readEnvironment(withDataDir(data))
  return mirrorPaths(dataDir)
}
