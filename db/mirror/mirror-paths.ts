import { statSync } from 'node:fs'
import path from 'node:path'

import { explained } from './mirror-error.ts'

/** A mirror's file, and the folder of the files that its pages show. */
export interface MirrorPaths {
  file: string
  /** The data directory; undefined when the file itself was named. */
  folder: string | undefined
  assets: string
}

/** Where the mirror stands that a path names: a data directory, or the file itself with `assets/` beside it. */
export function mirrorPaths(data: string): MirrorPaths {
  const isFile = explained(data, () => statSync(data, { throwIfNoEntry: false })?.isFile() === true)
  const folder = isFile ? path.dirname(data) : data
  const assets = path.join(folder, 'assets')
  return isFile
    ? { file: data, folder: undefined, assets }
    : { file: path.join(data, 'mirror.db'), folder, assets }
}
