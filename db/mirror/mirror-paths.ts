import path from 'node:path'

import { findStats } from './files/find-stats.ts'
import { explained } from './mirror-error.ts'

/** The paths of a mirror's database and of the assets that its pages show. */
export interface MirrorPaths {
  file: string
  /** The data directory; undefined when `data` names the file itself. */
  folder: string | undefined
  assets: string
}

/**
 * Resolves the paths of a mirror from a data directory, or from its file with `assets/` beside it. If
 * nothing exists at the path, it counts as a file if it ends in `.db`, otherwise as a directory.
 */
export function mirrorPaths(data: string): MirrorPaths {
  const stats = explained(data, () => findStats(data))
  const isFile = stats ? stats.isFile() : data.endsWith('.db')
  const folder = isFile ? path.dirname(data) : data
  const assets = path.join(folder, 'assets')
  return isFile
    ? { file: data, folder: undefined, assets }
    : { file: path.join(data, 'mirror.db'), folder, assets }
}
