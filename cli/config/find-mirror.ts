import { existsSync } from 'node:fs'

import { MirrorError } from '../../db/mirror/mirror-error.ts'
import { type MirrorPaths, mirrorPaths } from '../../db/mirror/mirror-paths.ts'
import { readEnvironment } from './environment.ts'

/**
 * The mirror that `--data` or `FANSITE_DATA` names: a data directory, or the file itself. Throws
 * `MirrorError` when there is none.
 */
export function findMirror(data: string | undefined): MirrorPaths {
  const { dataDir } = readEnvironment({
    ...process.env,
    ...(data !== undefined && { FANSITE_DATA: data })
  })
  const place = mirrorPaths(dataDir)
  if (existsSync(place.file)) return place
  throw new MirrorError(
    `there is no mirror at ${place.file}; run "fansite sync" to make it, or name its folder with --data`
  )
}
